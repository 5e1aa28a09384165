/** Points and SVG paths for the layout of boards. */

export interface Point {
  x: number;
  y: number;
}

export const at = (x: number, y: number): Point => ({ x, y });

/** A point on a circle; 0 degrees is up, and degrees run clockwise. */
export function polar(centre: Point, radius: number, degrees: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
}

/** A regular polygon around 0,0 as an SVG path, standing on an edge. */
export function polygon(corners: number, radius: number): string {
  const points = Array.from({ length: corners }, (_, corner) =>
    polar({ x: 0, y: 0 }, radius, (360 * (corner + 0.5)) / corners),
  );
  return `M${points.map((point) => `${round(point.x)},${round(point.y)}`).join("L")}Z`;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A path along points with rounded bends. */
export function softPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${round(first.x)},${round(first.y)}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    const end = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : point;
    path += `Q${round(point.x)},${round(point.y)} ${round(end.x)},${round(end.y)}`;
  });
  return path;
}

/** A closed outline along points with rounded bends. */
export function softRing(points: readonly Point[]): string {
  const middle = (one: Point, other: Point) => `${round((one.x + other.x) / 2)},${round((one.y + other.y) / 2)}`;
  const last = points.at(-1);
  if (!last || !points[0]) return "";
  const bends = points.map((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return `Q${round(point.x)},${round(point.y)} ${middle(point, next)}`;
  });
  return `M${middle(last, points[0])}${bends.join("")}Z`;
}

/** The nearest of these points, or null if none is within reach. */
export function nearest<P extends Point>(points: readonly P[], to: Point, reach: number): P | null {
  let best: P | null = null;
  for (const point of points) {
    if (distance(point, to) <= (best ? distance(best, to) : reach)) best = point;
  }
  return best;
}

export const round = (value: number): number => Math.round(value * 100) / 100;
