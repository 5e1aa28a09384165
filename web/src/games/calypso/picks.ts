/** From picked parts of the board to the choice that is meant. */
import { part, valueOfKind } from "../../board/part";
import type { Confirmation } from "../../board/selection.svelte";
import type { Choice } from "../../wire/messages";
import type { CalypsoChoice, Path } from "./scene";

const calypsoChoice = (choice: Choice): CalypsoChoice => choice as unknown as CalypsoChoice;

/** The parts to pick for a choice: tiles by their hollows, the hollow a tile is laid into, a colour, a pond, the die. */
export function partsOf(choice: Choice): string[] {
  const meant = calypsoChoice(choice);
  switch (meant.kind) {
    case "turn":
    case "name":
      return [
        part("tile", meant.tile),
        ...(meant.kind === "name" ? [part("colour", meant.colour)] : []),
        ...(meant.to ? [part("hollow", meant.to)] : []),
      ];
    case "rob":
      return [part("pond", meant.seat)];
    case "mix":
      return meant.tiles.map((tile) => part("tile", tile));
    default:
      return [meant.kind === "roll" ? "die" : "stop"];
  }
}

/** A set of tiles to mix at once waits for a last word; all other choices are made as soon as their parts are picked. */
export const confirmation = (choice: Choice, isMixedOnce: boolean): Confirmation =>
  choice.kind === "mix" && isMixedOnce ? "button" : "none";

/** The way of a tile into a hollow, if both are among these parts. */
export function laidBy(parts: readonly string[]): Path | null {
  const [from, to] = [valueOfKind(parts, "tile"), valueOfKind(parts, "hollow")];
  return from && to ? { from, to } : null;
}
