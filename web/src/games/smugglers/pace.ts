/** How long it takes to show what happened among the smugglers, and in which order. */
import type { Scene } from "../../wire/messages";
import { course, delivered, moved, type SmugglersScene, smugglersScene, spotted, swept } from "./scene";

export const DIE_MS = 750;
export const MARK_MS = 330; // the light, from one mark to the next
export const ROW_MS = 270; // from one field to the next
export const PUSH_MS = 420;
export const TOSS_MS = 620;
export const PAY_MS = 1100; // from the chest to the purse
export const TALK_MS = 1700; // the keeper and the captain
const BREATH_MS = 280;

/** When each part of an event begins, counted from its start. */
export interface Timing {
  light: number; // the light begins to turn
  stop: number; // it stands still, or the boat has arrived
  push: number; // the pushed boat is shoved off
  toss: number; // goods change their place
  end: number;
}

export function timing(before: SmugglersScene, after: SmugglersScene): Timing {
  const light = before.phase === "dice" ? DIE_MS : 0;
  const seen = spotted(before, after);
  let stop = light + Math.abs(swept(before, after)) * MARK_MS;
  const from = before.players[before.turn]?.field;
  const to = after.players[before.turn]?.field;
  if (from && to && from !== to) stop += (course(before, from, to).length - 1) * ROW_MS;
  const isPushed = after.players.some(
    (boat) =>
      boat.seat !== before.turn && before.players[boat.seat]?.field && boat.field !== before.players[boat.seat]?.field,
  );
  const push = stop;
  if (isPushed) stop += PUSH_MS;
  const toss = stop + (seen.length ? TALK_MS / 2 : 0);
  const paying = delivered(before, after).length ? PAY_MS : 0;
  const end =
    Math.max(stop + (seen.length ? TALK_MS : 0), toss + (moved(before, after).length ? TOSS_MS : 0), stop + paying) +
    BREATH_MS;
  return { light, stop, push, toss, end };
}

export function pace(before: Scene, after: Scene): number {
  return timing(smugglersScene(before), smugglersScene(after)).end;
}
