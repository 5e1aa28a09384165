/** From picked parts of the board to the choice that is meant. The order counts: boat first, or captain first. */
import type { Choice } from "../../wire/messages";

/** In which orders the parts of a choice can be picked; a seat with two boats says first which of them sails. */
export function sequencesOf(choice: Choice, hasTwoBoats: boolean): string[][] {
  switch (choice.kind) {
    case "captain":
      return [[`island:${choice.island}`]];
    case "boat":
      return [[`place:${choice.place}`]];
    case "give":
      return [[`island:${choice.island}`]];
    case "turn": {
      const captain = choice.captain === null ? "stay" : `island:${choice.captain}`;
      if (choice.boat === null) return [[captain]];
      const boat = [...(hasTwoBoats ? [`boat:${choice.left}`] : []), `place:${choice.boat}`];
      return (choice.orders as string[]).map((order) => (order === "boat" ? [...boat, captain] : [captain, ...boat]));
    }
    default:
      return [];
  }
}

export interface Picked {
  possible: Choice[]; // what still fits, best first
  next: Set<string>; // parts that lead on from here
  meant: Choice | null;
}

const begins = (sequence: readonly string[], picked: readonly string[]) =>
  picked.every((part, index) => sequence[index] === part);

export function follow(choices: readonly Choice[], hasTwoBoats: boolean, picked: readonly string[]): Picked {
  const possible: Choice[] = [];
  const next = new Set<string>();
  let meant: Choice | null = null;
  for (const choice of choices) {
    const fitting = sequencesOf(choice, hasTwoBoats).filter((sequence) => begins(sequence, picked));
    if (!fitting.length) continue;
    possible.push(choice);
    for (const sequence of fitting) {
      const part = sequence[picked.length];
      if (part) next.add(part);
      else meant ??= choice;
    }
  }
  // Where the captain cannot but stay, nobody has to say so.
  if (!meant && picked.length && next.size === 1 && next.has("stay")) meant = possible[0] ?? null;
  return { possible, next, meant: picked.length ? meant : null };
}

/** Picks after one more tap: what was picked is let go, else the part is put as late in the row as it fits. */
export function tap(
  choices: readonly Choice[],
  hasTwoBoats: boolean,
  picked: readonly string[],
  part: string,
): string[] {
  const at = picked.indexOf(part);
  if (at >= 0) return picked.slice(0, at);
  for (let kept = picked.length; kept >= 0; kept -= 1) {
    const row = [...picked.slice(0, kept), part];
    if (follow(choices, hasTwoBoats, row).possible.length) return row;
  }
  return [...picked];
}

/** All parts that a tap would do something with. */
export function pickable(choices: readonly Choice[], hasTwoBoats: boolean, picked: readonly string[]): Set<string> {
  const parts = new Set(picked);
  for (let kept = 0; kept <= picked.length; kept += 1) {
    for (const part of follow(choices, hasTwoBoats, picked.slice(0, kept)).next) parts.add(part);
  }
  return parts;
}
