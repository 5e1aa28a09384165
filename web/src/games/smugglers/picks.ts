/** From picked parts of the board to the choice that is meant. */
import type { Choice } from "../../wire/messages";

/** Parts to pick for a choice, among these choices: a field, where a pushed boat goes, take or leave, a way of the light. */
export function partsAmong(choices: readonly Choice[]): (choice: Choice) => string[] {
  const takers = new Set(choices.filter((choice) => choice.take).map(place));
  return (choice) => {
    const taking = choice.take ? ["take"] : takers.has(place(choice)) ? ["leave"] : [];
    switch (choice.kind) {
      case "stay":
        return ["stay", ...taking];
      case "load":
        return ["load"];
      case "push":
        return [`field:${choice.field}`, `to:${choice.to}`, ...taking];
      case "turn":
        return [`way:${choice.way}`];
      default:
        return [`field:${choice.field}`, ...taking];
    }
  };
}

const place = (choice: Choice): string => `${choice.kind} ${choice.field} ${choice.to ?? ""}`;

/** Whether a touch, which cannot point beforehand, shows what would happen and waits for a second one. */
export function isShownFirst(choice: Choice): boolean {
  return choice.kind !== "load" && choice.kind !== "stay";
}
