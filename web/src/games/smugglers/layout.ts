/** Where everything lies: the round sea with its cells, islands outside it, dice and cargo in the corners, crews below or beside. */
import { at, type Point, polar, round } from "../../board/geometry";
import type { Field, SmugglersScene } from "./scene";

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
const SCALE = 29; // of the 30 by 30 of a board file
const FAR = 13.6; // where harbours lie on our board
const BEND = 0.85; // draws inner rings further out: fingers need room there
const MARGIN = 14;
const ROOM_HEIGHT = 92;

/** A place of the board file in units of the picture. */
export function place([x, y]: readonly [number, number], [midX, midY]: readonly [number, number]): Point {
  const [dx, dy] = [x - midX, y - midY];
  const far = Math.hypot(dx, dy);
  if (!far) return CENTRE;
  const stretched = (FAR * (far / FAR) ** BEND * SCALE) / far;
  return at(CENTRE.x + dx * stretched, CENTRE.y + dy * stretched);
}

export const placesOf = (scene: SmugglersScene): Map<string, Point> =>
  new Map(scene.fields.map((field) => [field.name, place(field.at, scene.lighthouse)]));

const far = (point: Point): number => Math.hypot(point.x - CENTRE.x, point.y - CENTRE.y);

/** The piece of a ring between two radii, as wide as a sector. */
export function slice(inner: number, outer: number, from: number, to: number, centre: Point = CENTRE): string {
  const p = (radius: number, degrees: number) => {
    const point = polar(centre, radius, degrees);
    return `${round(point.x)},${round(point.y)}`;
  };
  return `M${p(inner, from)}L${p(outer, from)}A${outer},${outer} 0 0 1 ${p(outer, to)}L${p(inner, to)}A${inner},${inner} 0 0 0 ${p(inner, from)}Z`;
}

/** The outline of each field of the sea: sectors, cut half-way between one field and the next. */
export function cellsOf(scene: SmugglersScene): Map<string, string> {
  const places = placesOf(scene);
  const step = 360 / scene.sectors;
  const cells = new Map<string, string>();
  for (let sector = 0; sector < scene.sectors; sector += 1) {
    const fields = scene.fields
      .filter((field) => field.kind === "sea" && field.sector === sector)
      .map((field: Field) => ({ name: field.name, far: far(places.get(field.name) ?? CENTRE) }))
      .sort((one, other) => one.far - other.far);
    fields.forEach((field, index) => {
      const last = fields[index - 1];
      const next = fields[index + 1];
      const inner = last ? (last.far + field.far) / 2 : Math.max(TOWER, field.far - 46);
      const outer = next ? (next.far + field.far) / 2 : RIM;
      cells.set(field.name, slice(inner, outer, (sector - 0.5) * step, (sector + 0.5) * step));
    });
  }
  return cells;
}

/** Where an island stands, outside its harbour; its stack on one side, its name on the other. */
export function islandAt(harbour: Point): { island: Point; stack: Point; tag: Point } {
  const turn = (Math.atan2(harbour.y - CENTRE.y, harbour.x - CENTRE.x) * 180) / Math.PI + 90;
  const island = polar(CENTRE, far(harbour) + 58, turn);
  return { island, stack: polar(island, 70, turn + 90), tag: polar(island, 66, turn - 90) };
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
  if (isWide) {
    const [width, height] = [310, 130];
    const top = (SEA - seats * (height + MARGIN) + MARGIN) / 2;
    const rooms = Array.from({ length: seats }, (_, seat) => ({
      x: 1000 + MARGIN,
      y: top + seat * (height + MARGIN),
      width,
      height,
    }));
    return { width: 1000 + width + 2 * MARGIN, height: SEA, rooms };
  }
  const columns = seats === 3 ? 3 : 2;
  const width = (1000 - MARGIN) / columns - MARGIN;
  const rooms = Array.from({ length: seats }, (_, seat) => ({
    x: MARGIN + (seat % columns) * (width + MARGIN),
    y: SEA + 6 + Math.floor(seat / columns) * (ROOM_HEIGHT + 10),
    width,
    height: ROOM_HEIGHT,
  }));
  return { width: 1000, height: SEA + 6 + Math.ceil(seats / columns) * (ROOM_HEIGHT + 10), rooms };
}
