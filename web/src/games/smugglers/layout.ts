/** Where everything lies: the round sea with its cells, islands outside it, dice and cargo in the corners, crews below or beside. */
import { at, distance, type Point, polar, round } from "../../board/geometry";
import type { SmugglersScene } from "./scene";

export interface Room extends Point {
  width: number;
  height: number;
}

export const CENTRE = at(500, 500);
export const SEA = 988; // height of the part with the sea
export const RIM = 380; // radius of the water
export const TOWER = 74;
export const LIGHT = 470; // how far the beam reaches
export const YELLOW_DIE = at(76, 82);
export const WHITE_DIE = at(196, 74);
export const CARGO = at(886, 92);
export const CAPTION = at(500, 946);
export const STAY = at(900, 944);
export const HINT = at(100, 944);
const SHORE = 394.4; // how far from the tower the farthest field is drawn
const NEAR = 116; // how near to its middle a field is drawn at most
const DISC = 34; // radius of a field that is no piece of a ring
const BEND = 0.85; // draws inner rings further out: fingers need room there
const MARGIN = 14;

/** Where each field of the board file is drawn: round the tower, the farthest ones near the edge. */
export function placesOf({ fields, lighthouse: [midX, midY] }: SmugglersScene): Map<string, Point> {
  const farthest = Math.max(...fields.map(({ at: [x, y] }) => Math.hypot(x - midX, y - midY))) || 1;
  return new Map(
    fields.map(({ name, at: [x, y] }) => {
      const [dx, dy] = [x - midX, y - midY];
      const from = Math.hypot(dx, dy);
      if (!from) return [name, CENTRE];
      const drawn = Math.max(NEAR, (from / farthest) ** BEND * SHORE);
      return [name, at(CENTRE.x + (dx / from) * drawn, CENTRE.y + (dy / from) * drawn)];
    }),
  );
}

const far = (point: Point): number => Math.hypot(point.x - CENTRE.x, point.y - CENTRE.y);

/** The piece of a ring between two radii, as wide as a sector or a part of it. */
export function wedge(
  sector: number,
  sectors: number,
  inner: number,
  outer: number,
  { part = 1, centre = CENTRE } = {},
): string {
  const p = (radius: number, side: number) => {
    const point = polar(centre, radius, ((sector + (side * part) / 2) * 360) / sectors);
    return `${round(point.x)},${round(point.y)}`;
  };
  return `M${p(inner, -1)}L${p(outer, -1)}A${outer},${outer} 0 0 1 ${p(outer, 1)}L${p(inner, 1)}A${inner},${inner} 0 0 0 ${p(inner, -1)}Z`;
}

/** The outline of each field of the sea: a piece of a ring, or on boards without rings a disc. */
export function cellsOf(scene: SmugglersScene): Map<string, string> {
  const places = placesOf(scene);
  const sea = scene.fields
    .filter((field) => field.kind === "sea")
    .map((field) => ({ ...field, at: places.get(field.name) ?? CENTRE }))
    .map((field) => ({ ...field, far: far(field.at) }))
    .sort((one, other) => one.far - other.far);
  const rings = sea.map((field) => {
    const beam = sea.filter((each) => each.sector === field.sector);
    const [last, next] = [beam[beam.indexOf(field) - 1], beam[beam.indexOf(field) + 1]];
    const inner = last ? (last.far + field.far) / 2 : Math.max(TOWER, field.far - 46);
    const outer = next ? (next.far + field.far) / 2 : RIM;
    const middle = polar(CENTRE, field.far, (field.sector * 360) / scene.sectors);
    const isRoomy = field.far - inner > DISC / 2 && outer - field.far > DISC / 2;
    return { field, inner, outer, isInPlace: isRoomy && distance(middle, field.at) < DISC };
  });
  const hasRings = rings.every((ring) => ring.isInPlace);
  return new Map(
    rings.map(({ field, inner, outer }) => [
      field.name,
      hasRings ? wedge(field.sector, scene.sectors, inner, outer) : disc(field.at),
    ]),
  );
}

const disc = ({ x, y }: Point): string =>
  `M${round(x - DISC)},${round(y)}a${DISC},${DISC} 0 1 0 ${2 * DISC},0a${DISC},${DISC} 0 1 0 ${-2 * DISC},0Z`;

/** Lines between neighbours that no ring shows: all of a board without rings, and further ways into a harbour. */
export function linksOf(scene: SmugglersScene): string {
  const places = placesOf(scene);
  const hasRings = ![...cellsOf(scene).values()].some((cell) => cell.includes("a"));
  return scene.fields
    .filter((field) => !hasRings || (field.kind === "harbour" && field.next.length > 1))
    .flatMap((field) => field.next.map((other) => [places.get(field.name) ?? CENTRE, places.get(other) ?? CENTRE]))
    .map(([one = CENTRE, other = CENTRE]) => `M${round(one.x)},${round(one.y)}L${round(other.x)},${round(other.y)}`)
    .join("");
}

/** Where an island stands, outside its harbour; its stack on one side, its name on the other. */
export function islandAt(harbour: Point): { island: Point; stack: Point; tag: Point } {
  const turn = (Math.atan2(harbour.y - CENTRE.y, harbour.x - CENTRE.x) * 180) / Math.PI + 90;
  const island = polar(CENTRE, far(harbour) + 58, turn);
  return { island, stack: polar(island, 70, turn + 90), tag: polar(polar(island, 62, turn - 90), 24, turn) };
}

/** Which way the bow points from one place to the next, in degrees from up, near the way it pointed before. */
export function bow(from: Point, to: Point, before: number): number {
  const heading = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 90;
  return before + ((((heading - before) % 360) + 540) % 360) - 180;
}

export interface Layout {
  width: number;
  height: number;
  rooms: Room[]; // of each seat
}

export function arrange(seats: number, isWide: boolean): Layout {
  const columns = isWide ? 1 : seats === 3 ? 3 : 2;
  const width = isWide ? 310 : (1000 - MARGIN) / columns - MARGIN;
  const height = isWide ? 130 : 92;
  const gap = isWide ? MARGIN : 10;
  const rows = Math.ceil(seats / columns);
  const left = isWide ? 1000 + MARGIN : MARGIN;
  const top = isWide ? (SEA - rows * (height + gap) + gap) / 2 : SEA + 6;
  const rooms = Array.from({ length: seats }, (_, seat) => ({
    x: left + (seat % columns) * (width + MARGIN),
    y: top + Math.floor(seat / columns) * (height + gap),
    width,
    height,
  }));
  return isWide
    ? { width: 1000 + width + 2 * MARGIN, height: SEA, rooms }
    : { width: 1000, height: top + rows * (height + gap), rooms };
}
