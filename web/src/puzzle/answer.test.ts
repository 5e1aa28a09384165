import { expect, test } from "vitest";
import type { PuzzleAnswer } from "../wire/messages";
import { aheadOf, isRepeated } from "./answer";

const choice = (id: string, value: number, is_best = false) => ({
  id,
  text: id,
  value,
  low: value,
  high: value,
  is_best,
  is_detail: false,
});
const answer: PuzzleAnswer = {
  verdict: "poor",
  reason: "",
  choices: [choice("a", 0.5, true), choice("b", 0.5, true), choice("c", 0.41), choice("d", 0.2)],
};

test("the best choice is so many games ahead of another one, or of the next that is not as good", () => {
  expect([aheadOf(answer), aheadOf(answer, "d"), aheadOf(answer, "a"), aheadOf(answer, "z")]).toEqual([9, 30, 0, 0]);
});

test("a choice in every detail is left out where a plain one has the same figures", () => {
  const [plain, same, other] = [choice("a", 0.5), choice("a to b", 0.5), choice("c to d", 0.4)];
  const all = [plain, { ...same, is_detail: true }, { ...other, is_detail: true }];
  expect(all.map((each) => isRepeated(each, all))).toEqual([false, true, false]);
});
