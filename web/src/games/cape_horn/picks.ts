/** From picked parts of the board to the choice that is meant. */
import { part, partKind } from "../../board/part";
import { inAnyOrder, type Picking } from "../../board/picking";
import type { End, HornChoice, HornScene } from "./scene";

/** A short cut for two choices, "nothing more to lay" and a move, which follows as soon as it is offered. */
export interface Go extends Omit<End, "kind"> {
  id: string;
  kind: "go";
  text: string;
}

export type Offer = HornChoice | Go;

/** The parts to pick for a choice: a card of the hand and a square for it, or a square to sail to; a word for the rest. */
export function partsOf(offer: Offer): string[] {
  switch (offer.kind) {
    case "lay":
    case "cover":
      return [part("card", offer.card), part("square", offer.square)];
    case "sail":
    case "ignore":
    case "go":
      return [part("square", offer.square)];
    default:
      return [offer.kind];
  }
}

const anyOrder = inAnyOrder(partsOf);

/** A card or a square takes the place of the one that was picked. */
export const picking: Picking<Offer> = {
  narrow: anyOrder.narrow,
  toggle: (offers, picked, name) =>
    anyOrder.toggle(offers, picked.includes(name) ? picked : besides(picked, name), name),
};

export const besides = (picked: readonly string[], name: string): string[] =>
  picked.filter((each) => partKind(each) !== partKind(name));

/** Choices that have no place on the chart: they are words beside the hand. */
export const isPlain = (choice: HornChoice): boolean => !("square" in choice);

/** The ends of one move, while cards could still be laid. */
export function shortcuts(scene: HornScene, choices: readonly HornChoice[], textOf: (end: End) => string): Go[] {
  if (scene.turn === null || !choices.some((choice) => choice.kind === "lay_done")) return [];
  const ends = scene.players[scene.turn]?.ends.filter((end) => end.way.length) ?? [];
  return ends.map((end) => ({ ...end, id: `go ${end.square}`, kind: "go", text: textOf(end) }));
}
