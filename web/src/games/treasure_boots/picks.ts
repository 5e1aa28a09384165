/** From picked parts of the board to the choice that is meant. */
import type { Choice } from "../../wire/messages";

/** The parts to pick for a choice: a square to sail to, a ship to command or to fire at; words for all the rest. */
export function partsOf(choice: Choice): string[] {
  switch (choice.kind) {
    case "go":
      return [`square-${choice.square}`];
    case "control":
    case "fire":
      return [`ship-${choice.ship}`];
    case "name":
      return [`seat-${choice.seat}`];
    case "lose":
      return [`good-${choice.token}`];
    case "spend":
      return [`pearls-${choice.pearls}`];
    case "amount":
      return [`amount-${choice.amount}`];
    default:
      return choice.kind ? [choice.kind] : [];
  }
}

/** Choices that have no place on the chart: they are words below it. */
export const isPlain = (choice: Choice): boolean => !["go", "control", "fire"].includes(choice.kind ?? "");

/** One key each for what is said in many turns: N for no privateer, hold fire, keep all; S for standing still. */
export function keyed(choices: readonly Choice[], key: string): Choice | null {
  if (key === "n") return choices.find((choice) => choice.kind === "pass") ?? null;
  if (key === "s") return choices.find((choice) => choice.kind === "go" && choice.cost === 0) ?? null;
  return null;
}

/** A chance as a whole percentage; what can happen never reads 0, what can fail never 100. */
export function percent(hits: number, of: number): number {
  if (hits <= 0 || hits >= of) return hits <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * hits) / of)));
}
