/** From picked parts of the board to the choice that is meant. The order counts: boat first, or captain first. */
import { part } from "../../board/part";
import type { Narrowed, Picking } from "../../board/picking";
import type { Confirmation } from "../../board/selection.svelte";
import type { Choice } from "./scene";

/** The rows in which the parts of a choice can be picked; a seat with two boats says first which of them sails. */
export function rowsOf(choice: Choice, hasTwoBoats: boolean): string[][] {
  if (choice.kind === "boat") return [[part("place", choice.place)]];
  if (choice.kind !== "turn") return [[part("island", choice.island)]];
  const captain = choice.captain === null ? "stay" : part("island", choice.captain);
  if (choice.boat === null) return [[captain]];
  const boat = part("place", choice.boat);
  const sailing = hasTwoBoats && choice.left ? [part("boat", choice.left), boat] : [boat];
  return choice.orders.map((first) => (first === "boat" ? [...sailing, captain] : [captain, ...sailing]));
}

/** Whether it must be said which boat sails. */
const areTwo = (choices: readonly Choice[]) =>
  new Set(choices.flatMap((choice) => (choice.kind === "turn" && choice.left) || [])).size > 1;

function narrow(choices: readonly Choice[], picked: readonly string[]): Narrowed<Choice> {
  const hasTwoBoats = areTwo(choices);
  const possible = new Set<Choice>();
  const pickable = new Set<string>();
  const next = new Set<string>();
  let meant: Choice | null = null;
  for (const choice of choices) {
    for (const row of rowsOf(choice, hasTwoBoats)) {
      const differs = picked.findIndex((each, index) => row[index] !== each);
      const alike = differs < 0 ? picked.length : differs;
      for (const each of row.slice(0, alike + 1)) pickable.add(each); // a tap takes back, replaces, or goes on
      if (alike < picked.length) continue;
      possible.add(choice);
      next.add(row[alike] ?? "");
      if (alike === row.length) meant ??= choice;
    }
  }
  const [only] = possible;
  // Where the captain cannot but stay, nobody has to say so.
  if (picked.length && next.size === 1 && next.has("stay")) meant ??= only ?? null;
  return { possible: [...possible], pickable, meant };
}

/** What was picked is let go, else the part is put as late in the row as it fits. */
function toggle(choices: readonly Choice[], picked: readonly string[], tapped: string): string[] {
  const at = picked.indexOf(tapped);
  if (at >= 0) return picked.slice(0, at);
  for (let kept = picked.length; kept >= 0; kept -= 1) {
    const row = [...picked.slice(0, kept), tapped];
    if (narrow(choices, row).possible.length) return row;
  }
  return [...picked];
}

export const inOrder: Picking<Choice> = { narrow, toggle };

/** A turn is sent by "Done", as another part may follow. */
export function confirmation(choice: Choice, isTouch: boolean): Confirmation {
  return choice.kind === "turn" ? "button" : isTouch ? "tap" : "none";
}
