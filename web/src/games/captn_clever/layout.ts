/** Where everything lies: the chart, stretched to its room; cards and crews below it or beside it. */
import { at, distance, type Point, polar } from "../../board/geometry";
import type { CleverScene, Place } from "./scene";

export interface Room extends Point {
  width: number;
  height: number;
}

/** What is measured in centimetres of the chart, and where that lies in the picture. */
interface Span {
  from: [number, number];
  to: [number, number];
}

export interface Layout {
  width: number;
  height: number;
  chart: number; // height of the sea
  sea: { x: Span; y: Span }; // where islands lie
  scale: number; // of islands and pieces; less than 1 if islands are close together
  card: Room; // my target
  rooms: Room[]; // of each seat
  fan: Room | null; // cards that I keep for my neighbour
  table: Room; // where they are laid out when I choose one of them
}

export const ISLAND = 58; // radius
export const BOAT = 52; // half its length
const TOP = 138; // room for a caption above
const WIDE: [number, number] = [3, 37]; // centimetres of the chart that are shown, or more if islands lie outside
const HIGH: [number, number] = [3, 17];
const CORNER = 40; // room for buttons below islands at the very edge
const APART = 180; // between the middles of two islands: room for a boat
const LEAST_SCALE = 0.35;
const MARGIN = 14;
const GAP = 10; // below a room
const ROOM_HEIGHT = 92;

export function arrange(seats: number, hasFan: boolean, isWide: boolean, islands: readonly Point[]): Layout {
  const stretch = isWide ? 47 : 41;
  const chart = TOP + 15 * stretch + ISLAND + (isWide ? 66 : 56);
  const [x, y] = [islands.map((island) => island.x), islands.map((island) => island.y)];
  const sea = {
    x: { from: reach(WIDE, x), to: [75, 925] },
    y: { from: reach(HIGH, y), to: [TOP + stretch, TOP + 15 * stretch - (Math.max(...y) > HIGH[1] ? CORNER : 0)] },
  } satisfies Layout["sea"];
  const columns = isWide ? 1 : 2; // of rooms: beside the chart, or below it
  const [left, top, width] = isWide ? [1000 + MARGIN, 252 + 2 * MARGIN, 330] : [200 + MARGIN, chart, 379];
  const across = columns * (width + MARGIN) - MARGIN;
  const rooms = Array.from({ length: seats }, (_, seat) => ({
    x: left + (seat % columns) * (width + MARGIN),
    y: top + Math.floor(seat / columns) * (ROOM_HEIGHT + GAP),
    width: seat === seats - 1 && seat % columns === 0 ? across : width,
    height: ROOM_HEIGHT,
  }));
  const below = top + Math.ceil(seats / columns) * (ROOM_HEIGHT + GAP);
  const fan = hasFan ? { x: left, y: below, width: across, height: isWide ? 222 : 124 } : null;
  const height = Math.max(below + (fan ? fan.height + GAP : 0), isWide ? chart : chart + 232);
  const rest = height - top - GAP; // from the first room down
  return {
    width: isWide ? left + width + MARGIN : 1000,
    height,
    chart,
    sea,
    scale: Math.min(1, Math.max(LEAST_SCALE, closest(islands.map((island) => spot(island, { sea }))) / APART)),
    card: isWide ? { x: left, y: MARGIN, width, height: 252 } : { x: MARGIN, y: top, width: 186, height: rest },
    rooms,
    fan,
    table: isWide
      ? { x: left, y: top, width, height: rest }
      : { x: MARGIN, y: top, width: left + across - MARGIN, height: rest },
  };
}

/** The usual part of the chart, or as much more as the islands need. */
const reach = ([low, high]: [number, number], all: number[]): [number, number] => [
  Math.min(low, ...all),
  Math.max(high, ...all),
];

const closest = (points: readonly Point[]): number =>
  Math.min(...points.flatMap((one, index) => points.slice(index + 1).map((other) => distance(one, other))));

const placed = (value: number, { from, to }: Span): number =>
  to[0] + ((value - from[0]) * (to[1] - to[0])) / (from[1] - from[0]);

export const spot = (thing: Point, { sea }: Pick<Layout, "sea">): Point =>
  at(placed(thing.x, sea.x), placed(thing.y, sea.y));

export interface Berth {
  place: Place;
  at: Point; // of the boat
  turn: number; // degrees; a boat that lies along 0 points to the right
  planks: [[Point, Point], [Point, Point]]; // from the coast to the boat, one for each island
  picks: Point[]; // where one taps: on the water, or on the planks of a place that crosses others
}

/** A berth for each place: the boat between its two gangways, which end at the coast. */
export function berths(scene: CleverScene, layout: Layout): Map<string, Berth> {
  const { scale } = layout;
  const islands = new Map(scene.islands.map((island) => [island.island, spot(island, layout)]));
  return new Map(
    scene.places.map((place) => {
      const here = spot(place, layout);
      const [one, other] = place.islands.map((island) => islands.get(island) ?? here) as [Point, Point];
      const turn = (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
      const planks = [one, other].map((island): [Point, Point] => {
        const far = distance(island, here);
        const [coast, bow] = [ISLAND * scale, (BOAT - 6) * scale];
        return [along(island, here, coast - 8), along(island, here, Math.max(coast, far - bow))];
      }) as [[Point, Point], [Point, Point]];
      const picks = place.crosses.length ? planks.map(([from, to]) => along(to, from, 12)) : [here];
      return [place.place, { place, at: here, turn, planks, picks }];
    }),
  );
}

/** Where the straight lines of two places cross. */
export function crossings(berths: Map<string, Berth>): Point[] {
  return [...berths.values()].flatMap(({ place, planks }) =>
    place.crosses.flatMap((name) => {
      const other = berths.get(name);
      if (!other || name < place.place) return [];
      const [a, b, c, d] = [planks[0][0], planks[1][0], other.planks[0][0], other.planks[1][0]];
      const bend = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
      const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / bend;
      return bend ? [at(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))] : [];
    }),
  );
}

/** The point so far from one on the way to another. */
function along(from: Point, to: Point, far: number): Point {
  const whole = distance(from, to) || 1;
  return at(from.x + ((to.x - from.x) * far) / whole, from.y + ((to.y - from.y) * far) / whole);
}

/** Bow and stern are alike: a boat swings the short way, by a quarter turn at most. */
export function swing(turn: number, before: number): number {
  return before + ((((turn - before) % 180) + 270) % 180) - 90;
}

/** Where a captain stands on his island. */
export const stand = (island: Point, scale: number): Point => at(island.x + 27 * scale, island.y + 6 * scale);

/** Over what a captain hops on his way: where he stands on islands, and boats, by turns. */
export function hops(path: readonly number[], stands: Map<number, Point>, boats: Map<string, Berth>): Point[] {
  return path.flatMap((island, index) => {
    const next = path[index + 1] ?? island;
    const boat = boats.get(`${Math.min(island, next)}-${Math.max(island, next)}`);
    return [stands.get(island), boat?.at].filter((point) => point !== undefined);
  });
}

interface Foot extends Point {
  turn: number;
}

/** Footprints along a way, left and right by turns. */
export function footprints(way: readonly Point[], step = 27): Foot[] {
  const feet: Foot[] = [];
  let isLeft = false;
  way.slice(1).forEach((to, index) => {
    const from = way[index] as Point;
    const far = distance(from, to);
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    for (let gone = step / 2; gone < far; gone += step) {
      const point = along(from, to, gone);
      const aside = isLeft ? 7 : -7;
      isLeft = !isLeft;
      const angle = ((turn + 90) * Math.PI) / 180;
      feet.push({ x: point.x + aside * Math.cos(angle), y: point.y + aside * Math.sin(angle), turn });
    }
  });
  return feet;
}

/** The coast of an island round 0,0: never the same twice, always within its circle. */
export function coast(island: number, scale: number): Point[] {
  const corners = 11;
  return Array.from({ length: corners }, (_, corner) => {
    const wave = Math.sin(island * 12.9 + corner * 4.1) * 0.08 + Math.sin(island * 3.7 + corner * 2.3) * 0.05;
    return polar(at(0, 0), ISLAND * scale * (0.95 + wave), (360 / corners) * corner);
  });
}

interface Laid extends Point {
  size: number; // how wide the card is; it is 1.3 times as high
  lean: number; // degrees
}

const NINE = 9; // cards: a place for each, so that none moves when another is given away
const LARGEST = 150;

/** Where the cards of a fan lie: in one row beside a mark, or below a title in rows; fewer cards are larger when one is given. */
export function grid(room: Room, cards: number, isGiving: boolean, isRow: boolean): Laid[] {
  const [left, top] = isRow ? [92, 8] : [14, 62];
  const places = isGiving ? cards : NINE;
  const columns = isRow ? NINE : !isGiving ? 5 : room.width < 500 ? 3 : places > 5 ? Math.ceil(places / 2) : places;
  const rows = Math.ceil(places / columns);
  const across = (room.width - left - 10) / columns;
  const down = (room.height - top - 8) / rows;
  const size = Math.min(across - 6, (down - (isGiving ? 20 : 8)) / 1.3, LARGEST);
  const step = Math.min(down, size * 1.3 + 28);
  return Array.from({ length: cards }, (_, card) => ({
    x: left + ((card % columns) + 0.5) * across,
    y: top + (Math.floor(card / columns) + 0.5) * step,
    size,
    lean: (card % columns) - (Math.min(cards, columns) - 1) / 2,
  }));
}
