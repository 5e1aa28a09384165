/** How long it takes to show what happened in Calypso. */
import type { Scene } from "../../wire/messages";
import { WHIRL_STATIONS } from "./layout";
import { calypsoScene, fishIn, isStirred, moved, swum, turned } from "./scene";

export const DIE_MS = 520;
export const STONE_MS = 230; // from one stone to the next
export const TURN_MS = 620;
export const MOVE_MS = 1000; // of a tile from one hollow to another: slow enough to follow
export const FISH_MS = 650;
export const WHIRL_MS = 160; // from one station of the whirl to the next
const BREATH_MS = 260;

/** How long tiles that are turned or moved have to be watched; they are not shown again. */
export function leastPace(before: Scene, after: Scene): number {
  const [b, a] = [calypsoScene(before), calypsoScene(after)];
  if (isStirred(b, a)) return (WHIRL_STATIONS + 1) * WHIRL_MS + BREATH_MS;
  if (moved(b, a)) return MOVE_MS + BREATH_MS;
  return turned(b, a).length ? TURN_MS + BREATH_MS : 0;
}

export function pace(before: Scene, after: Scene): number {
  const [b, a] = [calypsoScene(before), calypsoScene(after)];
  const stones = swum(b, a);
  const swimming = stones ? DIE_MS + stones * STONE_MS + BREATH_MS : 0;
  const [was, is] = [fishIn(b), fishIn(a)];
  const travelling = Object.keys(is).some((place) => is[place] !== was[place]) ? FISH_MS : 0;
  return Math.max(swimming, leastPace(before, after), travelling ? 0 : BREATH_MS) + travelling;
}
