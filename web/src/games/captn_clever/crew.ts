/** How boats and captains get from one scene to the next. */
import { at, type Point } from "../../board/geometry";
import { type Berth, hops, swing } from "./layout";
import { timing } from "./pace";
import { type CleverScene, walked } from "./scene";

const JUMP = 30; // how high
const DUCK = 24; // degrees

export interface Trip {
  seat: number;
  at: Point;
  delay: number;
}
export interface BoatTrip extends Trip {
  key: string;
  place: string;
  turn: number;
}
export interface CaptainTrip extends Trip {
  via: (Point & { turn?: number })[];
}

export function boatTrips(
  before: CleverScene | null,
  after: CleverScene,
  berths: Map<string, Berth>,
  last: readonly BoatTrip[],
): BoatTrip[] {
  return after.players.flatMap(({ seat, boats }) =>
    boats.flatMap((place, boat) => {
      const berth = berths.get(place);
      if (!berth) return [];
      const key = `${seat}.${boat}`;
      const turn = swing(berth.turn, last.find((trip) => trip.key === key)?.turn ?? 0);
      return [{ key, seat, place, at: berth.at, turn, delay: before ? timing(before, after, seat).boat : 0 }];
    }),
  );
}

export function captainTrips(
  before: CleverScene | null,
  after: CleverScene,
  stands: Map<number, Point>,
  berths: Map<string, Berth>,
): CaptainTrip[] {
  return after.players.flatMap(({ seat, captain }) => {
    const at = stands.get(captain ?? 0);
    if (!at) return [];
    const path = walked(before, after, seat)?.path ?? [];
    const taken = after.players.filter((each) => each.seat !== seat).map((each) => each.captain);
    const via = jumps(hops(path, stands, berths), (station) => taken.includes(path[station / 2] ?? 0));
    return [{ seat, at, via, delay: before ? timing(before, after, seat).captain : 0 }];
  });
}

/** The stations between both ends, each reached by a jump; where another captain stands he ducks past. */
function jumps(way: readonly Point[], isTaken: (station: number) => boolean): (Point & { turn?: number })[] {
  return way.slice(1).flatMap((to, index) => {
    const from = way[index] as Point;
    const top = at((from.x + to.x) / 2, (from.y + to.y) / 2 - JUMP);
    return index === way.length - 2 ? [top] : [top, isTaken(index + 1) ? { ...to, turn: DUCK } : to];
  });
}
