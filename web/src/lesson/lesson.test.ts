import { expect, test } from "vitest";
import type { Choice, Lesson as Loaded, View } from "../wire/messages";
import { Lesson, viewBefore } from "./lesson.svelte";

const choice = (id: string): Choice => ({ id, text: id }) as Choice;
const offered = (...ids: string[]) => ids.map(choice);
const view = (seq: number, ...ids: string[]) =>
  ({ seq, viewer: 0, scene: { at: seq }, steps: [], choices: offered(...ids) }) as unknown as View;
const update = (after: number, seq: number, ...ids: string[]) => ({
  type: "update",
  after,
  seq,
  viewer: 0,
  steps: [{ seq, story: [], now: [], scene: { at: [seq] } }],
  choices: offered(...ids),
});
const steps = [
  { id: "one", choice: "a", view: view(5, "a", "b"), before: null, after: update(5, 6) },
  { id: "two", choice: "c", view: null, before: update(6, 7, "c", "d"), after: update(7, 8, "e", "f") },
  { id: "three", choice: "e", view: null, before: null, after: update(8, 9) },
  { id: "four", choice: "x", view: view(2, "x", "y"), before: null, after: update(2, 3) },
] as unknown as Loaded["steps"];

const settled = () => new Promise((done) => setTimeout(done));
const timing = { wait: () => Promise.resolve(), isReduced: () => true, tempo: () => 1, hurry: () => {} };

function opened(index = 0) {
  const lesson = new Lesson(steps, timing);
  lesson.open(index);
  return lesson;
}

test("a step is resumed where the updates before it lead", () => {
  const seen = [0, 1, 2, 3].map((index) => viewBefore(steps, index));
  expect(seen.map((each) => each?.seq)).toEqual([5, 7, 8, 2]);
  expect(seen.map((each) => each?.choices.map(({ id }) => id))).toEqual([
    ["a", "b"],
    ["c", "d"],
    ["e", "f"],
    ["x", "y"],
  ]);
});

test("the right choice leads on, step by step, to the end", async () => {
  const lesson = opened();
  for (const [index, wanted] of ["a", "c", "e", "x"].entries()) {
    expect([lesson.index, lesson.answer, lesson.wanted?.id]).toEqual([index, "asked", wanted]);
    lesson.choose(choice(wanted));
    await settled();
    expect([lesson.answer, lesson.choices]).toEqual(["done", []]);
    lesson.next();
    await settled();
  }
  expect(lesson.answer).toBe("over");
});

test("another choice is answered, and nothing else happens", () => {
  const lesson = opened();
  lesson.choose(choice("b"));
  expect([lesson.answer, lesson.view?.seq, lesson.wanted?.id]).toEqual(["wrong", 5, "a"]);
});

test("a finished lesson opens at its end", () => {
  expect(opened(9).answer).toBe("over");
});
