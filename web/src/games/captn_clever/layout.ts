/** Where everything lies: the chart, stretched to its room; cards and crews below it or beside it. */
import { at, distance, type Point, polar } from "../../board/geometry";
import type { CleverScene, Place } from "./scene";

export interface Room extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  chart: number; // height of the sea
  stretch: number; // units of the picture for one of the chart, downwards
  card: Room; // my target
  rooms: Room[]; // of each seat
  fan: Room | null; // cards that I keep for my neighbour
  table: Room; // where they are laid out when I choose one of them
}

export const ISLAND = 58; // radius
export const BOAT = 52; // half its length
const ACROSS = 25; // units of the picture for one of the chart, to the right
const TOP = 138; // room for a caption above
const MARGIN = 14;
const ROOM_HEIGHT = 92;

export function arrange(seats: number, hasFan: boolean, isWide: boolean): Layout {
  const stretch = isWide ? 47 : 41;
  const chart = TOP + 15 * stretch + ISLAND + (isWide ? 66 : 56);
  if (isWide) {
    const [x, width] = [1000 + MARGIN, 330];
    const card = { x, y: MARGIN, width, height: 252 };
    const rooms = Array.from({ length: seats }, (_, seat) => ({
      x,
      y: card.y + card.height + MARGIN + seat * (ROOM_HEIGHT + 10),
      width,
      height: ROOM_HEIGHT,
    }));
    const below = card.y + card.height + MARGIN + seats * (ROOM_HEIGHT + 10) + 4;
    const fan = hasFan ? { x, y: below, width, height: 222 } : null;
    const height = Math.max(chart, below + (fan ? 236 : 0));
    const top = card.y + card.height + MARGIN;
    return {
      width: 1000 + width + 2 * MARGIN,
      height,
      chart,
      stretch,
      card,
      rooms,
      fan,
      table: { x, y: top, width, height: height - top - MARGIN },
    };
  }
  const left = 200 + MARGIN;
  const width = (1000 - left - 2 * MARGIN) / 2;
  const rooms = Array.from({ length: seats }, (_, seat) => ({
    x: left + (seat % 2) * (width + MARGIN),
    y: chart + Math.floor(seat / 2) * (ROOM_HEIGHT + 10),
    width: seat === 2 && seats === 3 ? 2 * width + MARGIN : width,
    height: ROOM_HEIGHT,
  }));
  const below = chart + Math.ceil(seats / 2) * (ROOM_HEIGHT + 10);
  const fan = hasFan ? { x: left, y: below, width: 1000 - left - MARGIN, height: 124 } : null;
  const height = Math.max(below + (fan ? 134 : 0), chart + 232);
  return {
    width: 1000,
    height,
    chart,
    stretch,
    card: { x: MARGIN, y: chart, width: 186, height: height - chart - 10 },
    rooms,
    fan,
    table: { x: MARGIN, y: chart, width: 1000 - 2 * MARGIN, height: height - chart - 10 },
  };
}

export const spot = (thing: { x: number; y: number }, layout: Layout): Point =>
  at(500 + (thing.x - 20) * ACROSS, TOP + (thing.y - 2) * layout.stretch);

export interface Berth {
  place: Place;
  at: Point; // of the boat
  turn: number; // degrees; a boat that lies along 0 points to the right
  planks: [Point, Point][]; // from the coast to the boat, one for each island
  picks: Point[]; // where one taps: on the water, or on the planks of a place that crosses another
}

/** A berth for each place: the boat between its two gangways, which end at the coast. */
export function berths(scene: CleverScene, layout: Layout): Map<string, Berth> {
  const islands = new Map(scene.islands.map((island) => [island.island, spot(island, layout)]));
  return new Map(
    scene.places.map((place) => {
      const here = spot(place, layout);
      const [one, other] = place.islands.map((island) => islands.get(island) ?? here) as [Point, Point];
      const turn = (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
      const planks = [one, other].map((island): [Point, Point] => {
        const far = distance(island, here);
        return [along(island, here, ISLAND - 8), along(island, here, Math.max(ISLAND, far - BOAT + 6))];
      });
      const picks = place.crosses ? planks.map(([from, to]) => along(to, from, 12)) : [here];
      return [place.place, { place, at: here, turn, planks, picks }];
    }),
  );
}

/** The point so far from one on the way to another. */
export function along(from: Point, to: Point, far: number): Point {
  const whole = distance(from, to) || 1;
  return at(from.x + ((to.x - from.x) * far) / whole, from.y + ((to.y - from.y) * far) / whole);
}

/** Bow and stern are alike: a boat swings the short way, by a quarter turn at most. */
export function swing(turn: number, before: number): number {
  return before + ((((turn - before) % 180) + 270) % 180) - 90;
}

/** Where a captain stands on his island, and over what he hops on his way: boats and islands by turns. */
export const stand = (island: Point): Point => at(island.x + 27, island.y + 6);
export function hops(path: readonly number[], islands: Map<number, Point>, boats: Map<string, Berth>): Point[] {
  return path.flatMap((island, index) => {
    const next = path[index + 1];
    const here = islands.get(island);
    if (!here) return [];
    if (next === undefined) return [stand(here)];
    const boat = boats.get(`${Math.min(island, next)}-${Math.max(island, next)}`);
    return boat ? [stand(here), boat.at] : [stand(here)];
  });
}

export interface Foot extends Point {
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

export interface Laid extends Point {
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
