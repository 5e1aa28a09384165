/** How long it takes to show what happened in Capt'n Clever, and in which order boat and captain go. */
import type { Scene } from "../../wire/messages";
import { type CleverScene, cleverScene, finder, hasSailed, walked } from "./scene";

export const BOAT_MS = 700;
export const HOP_MS = 300; // onto a boat, or off it: up and down again
export const FIND_MS = 1900;
const LAND_MS = 450;
const BREATH_MS = 250;

export interface Timing {
  boat: number; // when the boat leaves
  captain: number; // when the captain sets out
  end: number;
}

export function timing(before: CleverScene, after: CleverScene, seat: number): Timing {
  const walk = walked(before, after, seat);
  const sailing = hasSailed(before, after, seat) ? BOAT_MS : 0;
  const walking = walk ? (walk.path.length - 1) * 2 * HOP_MS : 0;
  const isBoatFirst = walk?.isBoatFirst ?? true;
  return { boat: isBoatFirst ? 0 : walking, captain: isBoatFirst ? sailing : 0, end: sailing + walking };
}

export function pace(before: Scene, after: Scene): number {
  const [b, a] = [cleverScene(before), cleverScene(after)];
  const moving = Math.max(...a.players.map((seat) => timing(b, a, seat.seat).end));
  const isNew = a.players.some(
    (seat) =>
      seat.captain !== b.players[seat.seat]?.captain || seat.boats.length !== b.players[seat.seat]?.boats.length,
  );
  const finding = finder(b, a) === null ? 0 : FIND_MS;
  return Math.max(moving, isNew ? LAND_MS : 0) + finding + BREATH_MS;
}
