/** How long it takes to show what happened in Captain Treasure Boots. */
import type { Scene } from "../../wire/messages";
import { appeared, bootsScene, flights, gained, isRolled, outcome, sailed, sunk, turnedWind } from "./scene";

export const DICE_MS = 600;
export const QUARTER_MS = 320;
export const POP_MS = 420;
export const LEG_MS = 210;
export const FLIGHT_MS = 620;
export const BALL_MS = 560;
const RESULT_MS = 1100;
export const SINK_MS = 900;
export const COUNT_MS = 900;
const BREATH_MS = 220;

export function pace(before: Scene, after: Scene): number {
  const [b, a] = [bootsScene(before), bootsScene(after)];
  const rolling = isRolled(b, a) ? DICE_MS + turnedWind(b, a) * QUARTER_MS : 0;
  const voyage = sailed(b, a);
  const sailing = voyage && !voyage.isNew ? (voyage.way.length - 1) * LEG_MS : 0;
  const isDieNew = a.shot !== null && a.shot.attack_die !== (b.shot?.attack_die ?? null);
  const result = outcome(b, a);
  const shooting = (isDieNew || result ? DICE_MS : 0) + (result ? BALL_MS + RESULT_MS : 0);
  const carried = flights(b, a).length ? FLIGHT_MS : 0;
  const counted = gained(b, a) ? COUNT_MS : 0;
  const sinking = sunk(b, a) && !result ? SINK_MS : 0; // a privateer sinks while the result is read
  const rest = (appeared(b, a).length ? POP_MS : 0) + BREATH_MS;
  return rolling + sailing + shooting + carried + counted + sinking + rest;
}
