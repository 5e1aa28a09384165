/** Where everything lies on the chart: squares in columns and rows, north up, with a rim for letters and numbers. */
import { at, type Point, round, softRing } from "../../board/geometry";
import type { Box } from "../../board/zoom";
import { type Chart, type CompassName, cellOf, LINE, nameOf } from "./scene";

export const CELL = 70;
export const RIM = 36;
export const CARD = 62;

const TITLE = { columns: 5, rows: 2 }; // room for the title and the stock

/** Where the chart leaves room for the title and the stock: its upper left corner. */
function titleBlock(rows: readonly string[]): Point | null {
  for (let row = 0; row + TITLE.rows <= rows.length; row += 1) {
    const signs = rows.slice(row, row + TITLE.rows);
    for (let column = 0; column + TITLE.columns <= (rows[0]?.length ?? 0); column += 1) {
      if (signs.every((each) => /^[-=]+$/.test(each.slice(column, column + TITLE.columns))))
        return at(RIM + column * CELL, RIM + row * CELL);
    }
  }
  return null;
}

/** The upper left corner of the title and the stock; below the chart if they have no room on it. */
export const titleAt = (rows: readonly string[]): Point =>
  titleBlock(rows) ?? at(RIM, RIM + (rows.length + 0.2) * CELL);

/** The sheet. A line at the edge of the chart leaves room above it for ships that have crossed it. */
export function size({ rows, line }: Pick<Chart, "rows" | "line">) {
  const top = line.some((square) => cellOf(square)[1] === 0) ? CELL : 0;
  return {
    top,
    width: 2 * RIM + CELL * Math.max(TITLE.columns, rows[0]?.length ?? 0),
    height: 2 * RIM + top + CELL * (rows.length + (titleBlock(rows) ? 0 : TITLE.rows)),
  };
}

export function place(square: string): Point {
  const [column, row] = cellOf(square);
  return at(RIM + (column + 0.5) * CELL, RIM + (row + 0.5) * CELL);
}

/** A square, or the line: it is marked above its square nearest to `from`. */
export function spotOf(chart: Chart, square: string, from: string | null | undefined): Point {
  if (square !== LINE) return place(square);
  const column = from ? cellOf(from)[0] : 0;
  const far = (each: string) => Math.abs(cellOf(each)[0] - column);
  const [x, y] = cellOf(chart.line.reduce((best, each) => (far(each) < far(best) ? each : best)));
  return place(nameOf(x, y - 1));
}

/** The squares of a way, one after the other. */
export const spotsOf = (chart: Chart, way: readonly string[]): Point[] =>
  way.map((square, index) => spotOf(chart, square, way[index - 1]));

/** The part of the sheet round some spots of the chart. */
export function around(spots: readonly Point[], sheetTop: number): Box {
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  return { x: left - CELL, y: sheetTop + top - CELL, width: right - left + 2 * CELL, height: bottom - top + 2 * CELL };
}

/** Ships on one square stand side by side. */
export function berth(spot: Point, rank: number, count: number): Point {
  const across = (rank - (count - 1) / 2) * Math.min(26, 60 / count);
  return at(spot.x + across, spot.y - 14 + (count > 1 ? 4 * (rank % 2) : 0));
}

export const ROOM = 46; // of a card within its rim
const STEP = 19; // of an arrow, where there is room for it
const STEPS: Record<CompassName, Point> = {
  N: at(0, -1),
  NE: at(1, -1),
  E: at(1, 0),
  SE: at(1, 1),
  S: at(0, 1),
  SW: at(-1, 1),
  W: at(-1, 0),
  NW: at(-1, -1),
};

/** The paths of a card drawn within the card: all from one point, which lies where it leaves most room for them. */
export function arrows(paths: readonly (readonly CompassName[])[]): Point[][] {
  const drawn = paths.map((path) => {
    const points = [at(0, 0)];
    for (const compass of path) {
      const last = points[points.length - 1] as Point;
      points.push(at(last.x + STEPS[compass].x, last.y + STEPS[compass].y));
    }
    return points;
  });
  const all = drawn.flat();
  const span = (axis: "x" | "y") => {
    const values = all.map((point) => point[axis]);
    return { least: Math.min(...values), most: Math.max(...values) };
  };
  const [across, down] = [span("x"), span("y")];
  const length = Math.min(STEP, ROOM / Math.max(across.most - across.least, down.most - down.least));
  const middle = at((across.least + across.most) / 2, (down.least + down.most) / 2);
  return drawn.map((points) =>
    points.map((point) => at(round((point.x - middle.x) * length), round((point.y - middle.y) * length))),
  );
}

/** A number between 0 and 1 that is the same for the same place every time: for coasts drawn by hand. */
const waver = (x: number, y: number): number => Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1;

/** The coast round cells for which `isLand`: closed lines, a little uneven, as SVG paths. */
export function coast(columns: number, rows: number, isLand: (column: number, row: number) => boolean): string {
  const edges = new Map<string, Point>();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!isLand(column, row)) continue;
      const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
      const beside = [
        isLand(column, row - 1),
        isLand(column + 1, row),
        isLand(column, row + 1),
        isLand(column - 1, row),
      ];
      corners.forEach((corner, side) => {
        if (!beside[side]) edges.set(`${corner.x},${corner.y}`, corners[(side + 1) % 4] as Point);
      });
    }
  }
  let path = "";
  while (edges.size) {
    const first = edges.keys().next().value as string;
    const loop: Point[] = [];
    for (let key: string = first, next = edges.get(key); next; next = edges.get(key)) {
      edges.delete(key);
      loop.push(next);
      key = `${next.x},${next.y}`;
    }
    path += drawn(loop);
  }
  return path;
}

/** A loop of corners as a wavering line. */
function drawn(loop: readonly Point[]): string {
  const points = loop.flatMap((corner, index) => {
    const next = loop[(index + 1) % loop.length] as Point;
    return [0.25, 0.5, 0.75].map((share) => {
      const x = corner.x + (next.x - corner.x) * share;
      const y = corner.y + (next.y - corner.y) * share;
      const off = (waver(x, y) - 0.5) * 0.16;
      return at(RIM + (x + (next.y - corner.y ? off : 0)) * CELL, RIM + (y + (next.x - corner.x ? off : 0)) * CELL);
    });
  });
  return softRing(points);
}
