/** Where everything lies on the chart of Captain Treasure Boots: a grid of squares, and the part of it that is shown. */
import { at, type Point } from "../../board/geometry";
import type { Box } from "../../board/zoom";
import type { BootsScene, Wind } from "./scene";

export const CELL = 50;
const SHORE = 1.6; // squares of open sea shown round the sections
const ROOM = 0.9; // and round what is farther out

export const rowOf = (scene: BootsScene, square: number) => Math.floor(square / scene.grid.columns);
export const columnOf = (scene: BootsScene, square: number) => square % scene.grid.columns;

export function place(scene: BootsScene, square: number): Point {
  return at((columnOf(scene, square) + 0.5) * CELL, (rowOf(scene, square) + 0.5) * CELL);
}

/** A place by the row and column that are written on the chart. */
export function placeOf(scene: BootsScene, row: number, column: number): Point {
  return at((column - scene.grid.left + 0.5) * CELL, (row - scene.grid.top + 0.5) * CELL);
}

/** The box round some squares, with a rim of so many squares. */
export function around(scene: BootsScene, squares: readonly number[], rim = ROOM): Box {
  const columns = squares.map((square) => columnOf(scene, square));
  const rows = squares.map((square) => rowOf(scene, square));
  const [left, right] = [Math.min(...columns) - rim, Math.max(...columns) + 1 + rim];
  const [top, bottom] = [Math.min(...rows) - rim, Math.max(...rows) + 1 + rim];
  return { x: left * CELL, y: top * CELL, width: (right - left) * CELL, height: (bottom - top) * CELL };
}

/** What is shown: all sections with some sea round them, and every ship and reachable square farther out. */
export function shownOf(scene: BootsScene): Box {
  const corners = scene.sections.flatMap((section) => [
    at(section.column - scene.grid.left, section.row - scene.grid.top),
    at(section.column + section.width - scene.grid.left, section.row + section.height - scene.grid.top),
  ]);
  const far = scene.ships.flatMap((ship) => (ship.square === null ? [] : [ship.square]));
  const squares = [...far, ...(scene.reach ?? []).map((end) => end.square)];
  const xs = [
    ...corners.flatMap(({ x }) => [x - SHORE, x + SHORE]),
    ...squares.flatMap((square) => [columnOf(scene, square) - ROOM, columnOf(scene, square) + 1 + ROOM]),
  ];
  const ys = [
    ...corners.flatMap(({ y }) => [y - SHORE, y + SHORE]),
    ...squares.flatMap((square) => [rowOf(scene, square) - ROOM, rowOf(scene, square) + 1 + ROOM]),
  ];
  const x = Math.max(-0.5, Math.min(...xs));
  const y = Math.max(-0.5, Math.min(...ys));
  const right = Math.min(scene.grid.columns + 0.5, Math.max(...xs));
  const bottom = Math.min(scene.grid.rows + 0.5, Math.max(...ys));
  return { x: x * CELL, y: y * CELL, width: (right - x) * CELL, height: (bottom - y) * CELL };
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
