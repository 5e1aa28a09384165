/** Figures of an answer. */
import type { PuzzleAnswer } from "../wire/messages";

/** How many more games in a hundred the best choice wins than this one, or than the best other one. */
export function aheadOf(answer: PuzzleAnswer, choice?: string): number {
  const best = answer.choices.find((each) => each.is_best);
  const other = answer.choices.find((each) => (choice === undefined ? !each.is_best : each.id === choice));
  return best && other ? Math.round((best.value - other.value) * 100) : 0;
}
