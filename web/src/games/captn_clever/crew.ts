/** How boats and captains get from one scene to the next. */
import { at, type Point } from "../../board/geometry";
import { type Berth, hops, stand, swing } from "./layout";
import { timing } from "./pace";
import { type CleverScene, walked } from "./scene";

const JUMP = 30; // how high
const DUCK = 24; // degrees

export interface Trip {
  at: Point;
  via: (Point & { turn?: number })[];
  turn: number;
  delay: number;
}
export interface BoatTrip extends Trip {
  key: string;
  seat: number;
  place: string;
}
export interface CaptainTrip extends Trip {
  seat: number;
}

export function boatTrips(
  before: CleverScene | null,
  after: CleverScene,
  berths: Map<string, Berth>,
  last: readonly BoatTrip[],
): BoatTrip[] {
  return after.players.flatMap((sailor) =>
    sailor.boats.flatMap((place, boat) => {
      const berth = berths.get(place);
      if (!berth) return [];
      const key = `${sailor.seat}.${boat}`;
      const old = last.find((trip) => trip.key === key);
      const delay = before ? timing(before, after, sailor.seat).boat : 0;
      return [{ key, seat: sailor.seat, place, at: berth.at, via: [], turn: swing(berth.turn, old?.turn ?? 0), delay }];
    }),
  );
}

export function captainTrips(
  before: CleverScene | null,
  after: CleverScene,
  islands: Map<number, Point>,
  berths: Map<string, Berth>,
): CaptainTrip[] {
  return after.players.flatMap((sailor) => {
    const island = sailor.captain ? islands.get(sailor.captain) : undefined;
    if (!island) return [];
    const walk = walked(before, after, sailor.seat);
    const taken = new Set(after.players.filter((each) => each !== sailor).map((each) => each.captain));
    const crowded = (walk?.path ?? []).filter((each) => taken.has(each)).map((each) => islands.get(each));
    const via = walk
      ? jumps(
          hops(walk.path, islands, berths),
          crowded.map((each) => each && stand(each)),
        )
      : [];
    const delay = before ? timing(before, after, sailor.seat).captain : 0;
    return [{ seat: sailor.seat, at: stand(island), via, turn: 0, delay }];
  });
}

/** The stations between both ends, each reached by a jump; where another captain stands he ducks past. */
function jumps(way: readonly Point[], crowded: readonly (Point | undefined)[]): (Point & { turn?: number })[] {
  const isCrowded = (point: Point) => crowded.some((each) => each?.x === point.x && each.y === point.y);
  return way.slice(1).flatMap((to, index) => {
    const from = way[index] as Point;
    const top = at((from.x + to.x) / 2, (from.y + to.y) / 2 - JUMP);
    return index === way.length - 2 ? [top] : [top, isCrowded(to) ? { ...to, turn: DUCK } : to];
  });
}
