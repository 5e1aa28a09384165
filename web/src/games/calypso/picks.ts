/** From picked parts of the board to the choice that is meant. */
import type { Choice } from "../../wire/messages";

/** The parts to pick for a choice: tiles, the hollow a tile is laid into, a colour, a pond, the die, the hand that stops. */
export function partsOf(choice: Choice): string[] {
  switch (choice.kind) {
    case "turn":
    case "name": {
      const parts = [`tile${choice.tile}`];
      if (choice.kind === "name") parts.push(`colour-${choice.colour}`);
      if (choice.slot !== null) parts.push(`hollow${choice.slot}`);
      return parts;
    }
    case "rob":
      return [`pond${choice.seat}`];
    case "roll":
      return ["die"];
    case "stop":
      return ["stop"];
    case "mix":
      return (choice.tiles as number[]).map((tile) => `tile${tile}`);
    default:
      return [];
  }
}

/** Whether a choice is made as soon as its parts are picked; a set of tiles to mix waits for a last word. */
export function isAtOnce(choice: Choice): boolean {
  return choice.kind !== "mix";
}

/** The tile and the hollow it is laid into, if both are among these parts. */
export function laidBy(parts: readonly string[]): { tile: number; slot: number } | null {
  const number = (kind: string) => parts.find((part) => part.startsWith(kind))?.slice(kind.length);
  const [tile, slot] = [number("tile"), number("hollow")];
  return tile && slot ? { tile: Number(tile), slot: Number(slot) } : null;
}
