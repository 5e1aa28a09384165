/** From picked parts of the board to the choice that is meant. */
import { part } from "../../board/part";
import type { BootsChoice } from "./scene";

/** The parts to pick for a choice: a square to sail to, a ship to command or to fire at; words for all the rest. */
export function partsOf(choice: BootsChoice): string[] {
  switch (choice.kind) {
    case "go":
      return [part("square", choice.square)];
    case "control":
    case "fire":
      return [part("ship", choice.ship)];
    case "name":
      return [part("seat", choice.seat)];
    case "lose":
      return [part("good", choice.token)];
    case "spend":
      return [part("pearls", choice.pearls)];
    case "amount":
      return [part("amount", choice.amount)];
    default:
      return [choice.kind];
  }
}

/** Choices that have no place on the chart: they are words below it. */
export const isPlain = (choice: BootsChoice): boolean => !["go", "control", "fire"].includes(choice.kind);

export const isStay = (choice: BootsChoice): boolean => choice.kind === "go" && choice.cost === 0;

/** One key each for what is said in many turns: N for no privateer, hold fire, keep all; S for standing still. */
export function keyed(choices: readonly BootsChoice[], key: string): BootsChoice | null {
  if (key === "n") return choices.find((choice) => choice.kind === "pass") ?? null;
  return (key === "s" && choices.find(isStay)) || null;
}

/** A chance as a whole percentage; what can happen never reads 0, what can fail never 100. */
export function percent({ hits, of }: { hits: number; of: number }): number {
  if (hits <= 0 || hits >= of) return hits <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * hits) / of)));
}
