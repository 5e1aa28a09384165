/** How long it takes to show what happened at Cape Horn. */
import type { Scene } from "../../wire/messages";
import { hornScene, laidCard, sailed, takenRose } from "./scene";

export const LAY_MS = 620;
export const LEG_MS = 300; // from one square to the next
export const SPRINT_LEG_MS = 190;
export const ROSE_MS = 900;
const BREATH_MS = 240;

export function pace(before: Scene, after: Scene): number {
  const [b, a] = [hornScene(before), hornScene(after)];
  const voyage = sailed(b, a);
  const sailing = voyage ? (voyage.way.length - 1) * (voyage.isSprint ? SPRINT_LEG_MS : LEG_MS) : 0;
  const rose = takenRose(b, a) ? ROSE_MS : 0;
  return sailing + rose + (laidCard(b, a) ? LAY_MS : 0) + BREATH_MS;
}
