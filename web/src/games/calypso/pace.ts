/** How long it takes to show what happened in Calypso. */
import type { Scene } from "../../wire/messages";
import { calypsoScene, fishIn, isStirred, swum, turned } from "./scene";

export const DIE_MS = 520;
export const STONE_MS = 230; // from one stone to the next
export const TURN_MS = 620;
export const FISH_MS = 650;
export const WHIRL_MS = 95; // from one station of the whirl to the next
const WHIRL_STATIONS = 13; // once round, and where it began
const SETTLE_MS = 300;
const BREATH_MS = 260;

export function pace(before: Scene, after: Scene): number {
  const [b, a] = [calypsoScene(before), calypsoScene(after)];
  const stones = swum(b, a);
  const swimming = stones ? DIE_MS + stones * STONE_MS + BREATH_MS : 0;
  const turning = turned(b, a).length ? TURN_MS + BREATH_MS : 0;
  const [was, is] = [fishIn(b), fishIn(a)];
  const travelling = Object.keys(is).some((place) => is[place] !== was[place]) ? FISH_MS : 0;
  const isSettling = a.tiles.some((tile, index) => tile.slot !== b.tiles[index]?.slot);
  const whirling = isStirred(b, a) ? WHIRL_STATIONS * WHIRL_MS + BREATH_MS : 0;
  return Math.max(whirling, swimming + travelling, turning + travelling, isSettling ? SETTLE_MS : 0, BREATH_MS);
}
