/** From picked parts of the board to the choice that is meant. */
import { part, valueOfKind } from "../../board/part";
import type { Confirmation } from "../../board/selection.svelte";
import type { Choice } from "../../wire/messages";

/** The parts to pick for a choice: tiles, the hollow a tile is laid into, a colour, a pond, the die, the hand that stops. */
export function partsOf(choice: Choice): string[] {
  switch (choice.kind) {
    case "turn":
    case "name": {
      const parts = [part("tile", choice.tile as number)];
      if (choice.kind === "name") parts.push(part("colour", choice.colour as string));
      if (choice.slot !== null) parts.push(part("hollow", choice.slot as number));
      return parts;
    }
    case "rob":
      return [part("pond", choice.seat as number)];
    case "roll":
      return ["die"];
    case "stop":
      return ["stop"];
    case "mix":
      return (choice.tiles as number[]).map((tile) => part("tile", tile));
    default:
      return [];
  }
}

/** A set of tiles to mix waits for a last word; all other choices are made as soon as their parts are picked. */
export function confirmation(choice: Choice): Confirmation {
  return choice.kind === "mix" ? "button" : "none";
}

/** The tile and the hollow it is laid into, if both are among these parts. */
export function laidBy(parts: readonly string[]): { tile: number; slot: number } | null {
  const [tile, slot] = [valueOfKind(parts, "tile"), valueOfKind(parts, "hollow")];
  return tile && slot ? { tile: Number(tile), slot: Number(slot) } : null;
}
