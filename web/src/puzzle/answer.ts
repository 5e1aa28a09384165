/** Figures of an answer. */
import type { PuzzleAnswer } from "../wire/messages";

type Weighed = PuzzleAnswer["choices"][number];

/** How many more games in a hundred the best choice wins than this one, or than the best other one. */
export function aheadOf(answer: PuzzleAnswer, choice?: string): number {
  const best = answer.choices.find((each) => each.is_best);
  const other = answer.choices.find((each) => (choice === undefined ? !each.is_best : each.id === choice));
  return best && other ? Math.round((best.value - other.value) * 100) : 0;
}

/** Whether this is a choice in every detail whose figures are those of a plain one: the same to the rules. */
export function isRepeated(choice: Weighed, all: readonly Weighed[]): boolean {
  const isSame = (other: Weighed) =>
    !other.is_detail && other.value === choice.value && other.low === choice.low && other.high === choice.high;
  return choice.is_detail && all.some(isSame);
}
