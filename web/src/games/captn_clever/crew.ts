/** How boats and captains get from one scene to the next. */
import type { Point } from "../../board/geometry";
import { type Berth, hops, stand, swing } from "./layout";
import { timing } from "./pace";
import { type CleverScene, walked } from "./scene";

export interface Trip {
  at: Point;
  via: Point[];
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
  return after.seats.flatMap((sailor) =>
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
  return after.seats.flatMap((sailor) => {
    const island = sailor.captain ? islands.get(sailor.captain) : undefined;
    if (!island) return [];
    const walk = walked(before, after, sailor.seat);
    const via = walk ? hops(walk.path, islands, berths).slice(1, -1) : [];
    const delay = before ? timing(before, after, sailor.seat).captain : 0;
    return [{ seat: sailor.seat, at: stand(island), via, turn: 0, delay }];
  });
}
