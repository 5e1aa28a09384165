import { expect, test } from "vitest";
import { inAnyOrder } from "./picking";
import { type Confirmation, Selection } from "./selection.svelte";

const CARDS = [
  { id: "a1", parts: ["card a", "square 1"] },
  { id: "a2", parts: ["card a", "square 2"] },
  { id: "ship", parts: ["ship"] },
];

function harness(confirmation?: () => Confirmation) {
  const chosen: string[] = [];
  const offered = { choices: CARDS };
  const selection = new Selection({
    choices: () => offered.choices,
    picking: () => inAnyOrder<(typeof CARDS)[number]>((choice) => choice.parts),
    choose: (choice) => chosen.push(choice.id),
    confirmation,
  });
  return { selection, chosen, offered };
}

test("taps pick part by part, and the last one makes the choice", () => {
  const { selection, chosen } = harness();
  expect([...selection.pickable]).toEqual(["card a", "square 1", "square 2", "ship"]);
  selection.tap("card a");
  expect([selection.picked, [...selection.narrowed.pickable]]).toEqual([["card a"], ["square 1", "square 2"]]);
  expect([...selection.pickable]).toContain("ship");
  selection.tap("square 2");
  expect([chosen, selection.picked]).toEqual([["a2"], []]);
});

test("a tap on a picked part drops it", () => {
  const { selection, chosen } = harness();
  selection.tap("card a");
  selection.tap("card a");
  expect([selection.picked, chosen]).toEqual([[], []]);
});

test("a finger, which cannot hover, sees the choice first and taps again to make it", () => {
  const { selection, chosen } = harness();
  selection.isTouch = true;
  selection.tap("ship");
  expect([selection.narrowed.meant?.id, chosen]).toEqual(["ship", []]);
  selection.tap("ship");
  expect(chosen).toEqual(["ship"]);
});

test("a choice that waits for a button is not made by taps", () => {
  const { selection, chosen } = harness(() => "button");
  selection.tap("ship");
  expect([selection.narrowed.meant?.id, chosen]).toEqual(["ship", []]);
  selection.tap("ship");
  expect([selection.picked, chosen]).toEqual([[], []]);
  selection.pick(["card a", "square 1"]);
  if (selection.narrowed.meant) selection.choose(selection.narrowed.meant);
  expect(chosen).toEqual(["a1"]);
});

test("only a mouse hovers", () => {
  const { selection } = harness();
  selection.point("ship");
  expect(selection.hovered).toBe("ship");
  selection.isTouch = true;
  selection.point("ship");
  expect(selection.hovered).toBeNull();
});

test("other choices clear what was picked and hovered", () => {
  const { selection, offered } = harness();
  selection.tap("card a");
  selection.point("ship");
  offered.choices = [...CARDS];
  expect([selection.picked, selection.hovered]).toEqual([[], null]);
});
