/** Where everything lies on the chart of Captain Treasure Boots: a grid of squares, and the part of it that is shown. */
import { at, type Point } from "../../board/geometry";
import { textWidth } from "../../board/textwidth";
import type { Box } from "../../board/zoom";
import type { BootsScene, Wind } from "./scene";

export const CELL = 50;
const SHORE = 1.6; // squares of open sea shown round the sections
const ROOM = 0.9; // and round what is farther out
const EDGE = 0.5; // and beyond the end of the grid

/** The upper left corner of a square, in squares. */
const cornerOf = (scene: BootsScene, square: number): Point =>
  at(square % scene.grid.columns, Math.floor(square / scene.grid.columns));

export function place(scene: BootsScene, square: number): Point {
  const corner = cornerOf(scene, square);
  return at((corner.x + 0.5) * CELL, (corner.y + 0.5) * CELL);
}

/** Two corners of a piece of the chart with a rim, in squares. */
const widened = ({ x, y }: Point, width: number, height: number, rim: number): Point[] => [
  at(x - rim, y - rim),
  at(x + width + rim, y + height + rim),
];

function boxOf(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map((corner) => corner.x * CELL), corners.map((corner) => corner.y * CELL)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The box round some squares, with a rim of so many squares. */
export const around = (scene: BootsScene, squares: readonly number[], rim: number): Box =>
  boxOf(squares.flatMap((square) => widened(cornerOf(scene, square), 1, 1, rim)));

/** A section as a box. */
export function sectionBox({ grid }: BootsScene, section: BootsScene["sections"][number]): Box {
  return boxOf(widened(at(section.column - grid.left, section.row - grid.top), section.width, section.height, 0));
}

/** What is shown: all sections with some sea round them, and every ship and reachable square farther out. */
export function shownOf(scene: BootsScene): Box {
  const { grid } = scene;
  const ships = scene.ships.flatMap((ship) => (ship.square === null ? [] : [ship.square]));
  const squares = [...ships, ...(scene.reach ?? []).map((end) => end.square)];
  const corners = [
    ...scene.sections.flatMap((section) =>
      widened(at(section.column - grid.left, section.row - grid.top), section.width, section.height, SHORE),
    ),
    ...squares.flatMap((square) => widened(cornerOf(scene, square), 1, 1, ROOM)),
  ];
  const within = (value: number, size: number) => Math.min(size + EDGE, Math.max(-EDGE, value));
  return boxOf(corners.map(({ x, y }) => at(within(x, grid.columns), within(y, grid.rows))));
}

const NAME_SIZE = 21;
const ISLAND_RADIUS = 17; // of its number

/** Whether a name of the chart is no wider than this. */
export const fits = (name: string, width: number): boolean => textWidth(name, NAME_SIZE) <= width;

/** The middle of a port's name: below the port, or above it if fewer islands are covered; not beyond what is shown. */
export function nameSpot(name: string, port: Point, shown: Box, islands: readonly Point[] = []): Point {
  const half = Math.min(shown.width, textWidth(name, NAME_SIZE)) / 2;
  const x = Math.max(shown.x + half, Math.min(shown.x + shown.width - half, port.x));
  const covered = (row: number) =>
    islands.filter((island) => island.y === port.y + row && Math.abs(island.x - x) < half + ISLAND_RADIUS).length;
  const isAbove = port.y - CELL > shown.y && covered(-CELL) < covered(CELL);
  return at(x, port.y + (isAbove ? -29 : 41));
}

/** Ships in one port lie round its quay; one alone lies in the middle. */
export function berth(spot: Point, rank: number, count: number): Point {
  if (count === 1) return spot;
  const angle = (rank / count) * 2 * Math.PI - Math.PI / 2;
  const radius = count > 4 ? 24 : 17;
  return at(spot.x + radius * Math.cos(angle), spot.y + radius * Math.sin(angle) * 0.8);
}

const DEGREES: Record<Wind, number> = { n: 0, e: 90, s: 180, w: 270 };
export const degreesOf = (wind: Wind): number => DEGREES[wind];

/** A line of fire that stops short of both ships, and where its chance is written: beyond the target if they are close. */
export function fireLine(from: Point, to: Point): { from: Point; to: Point; label: Point; isUpward: boolean } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = at((to.x - from.x) / length, (to.y - from.y) / length);
  const short = Math.min(20, length / 4);
  const isClose = length < 2.5 * CELL;
  const beyond = CELL * (Math.abs(along.y) < 0.1 ? 1.3 : 1);
  return {
    from: at(from.x + along.x * short, from.y + along.y * short),
    to: at(to.x - along.x * short, to.y - along.y * short),
    label: isClose
      ? at(to.x + along.x * beyond, to.y + along.y * beyond)
      : at((from.x + to.x) / 2, (from.y + to.y) / 2),
    isUpward: isClose && along.y < 0,
  };
}
