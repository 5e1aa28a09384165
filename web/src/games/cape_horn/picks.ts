/** From picked parts of the board to the choice that is meant. */
import type { Choice } from "../../wire/messages";
import type { End, HornScene } from "./scene";

/** The parts to pick for a choice: a card of the hand and a square for it, or a square to sail to; a word for the rest. */
export function partsOf(choice: Choice): string[] {
  switch (choice.kind) {
    case "lay":
    case "cover":
      return [`card-${choice.card}`, `square-${choice.square}`];
    case "sail":
    case "ignore":
      return [`square-${choice.square}`];
    default:
      return choice.kind ? [choice.kind] : [];
  }
}

/** Choices that have no place on the chart: they are words beside the hand. */
export const isPlain = (choice: Choice): boolean => !["lay", "cover", "sail", "ignore"].includes(choice.kind ?? "");

/** The most that one move costs; what is dearer on a list of ends takes two moves. */
const ONE_MOVE = 3;

/** Ends that one may sail to at once while cards could still be laid: picking one means "done", and then going there. */
export function shortcuts(scene: HornScene, choices: readonly Choice[]): End[] {
  if (scene.turn === null || !choices.some((choice) => choice.kind === "lay_done")) return [];
  return (scene.players[scene.turn]?.ends ?? []).filter((end) => end.price <= ONE_MOVE);
}

/** The move that was wished for before the move was asked. */
export function wished(choices: readonly Choice[], square: string): Choice | null {
  return choices.find((choice) => ["sail", "ignore"].includes(choice.kind ?? "") && choice.square === square) ?? null;
}
