/** From picked parts of the board to the choice that is meant. */
import { part } from "../../board/part";
import type { Confirmation } from "../../board/selection.svelte";
import type { Offer } from "./scene";

/** Parts to pick for a choice, among these choices: a field, where a pushed boat goes, take or leave, a way of the light. */
export function partsAmong(choices: readonly Offer[]): (choice: Offer) => string[] {
  const takers = new Set(choices.filter((choice) => choice.take).map(place));
  const hasOtherPush = (push: Offer) =>
    choices.some((other) => other.kind === "push" && other.field === push.field && other.to !== push.to);
  return (choice) => {
    const taking = choice.take ? ["take"] : takers.has(place(choice)) ? ["leave"] : [];
    switch (choice.kind) {
      case "stay":
        return ["stay", ...taking];
      case "load":
        return ["load"];
      case "push":
        return [part("field", choice.field), ...(hasOtherPush(choice) ? [part("to", choice.to)] : []), ...taking];
      case "turn":
        return [part("way", choice.way)];
      default:
        return [part("field", choice.field), ...taking];
    }
  };
}

const place = (choice: Offer): string => `${choice.kind} ${choice.field} ${choice.to ?? ""}`;

/** A touch, which cannot point beforehand, shows what would happen and waits for a second one; not so on buttons. */
export function confirmation(choice: Offer, isTouch: boolean): Confirmation {
  return isTouch && choice.kind !== "load" && choice.kind !== "stay" ? "tap" : "none";
}
