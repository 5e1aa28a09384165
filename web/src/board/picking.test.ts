import { expect, test } from "vitest";
import { narrow, toggle } from "./picking";

const choices = [
  { id: 1, parts: ["card a", "square 1"] },
  { id: 2, parts: ["card a", "square 2"] },
  { id: 3, parts: ["card b", "square 2"] },
  { id: 4, parts: ["ship"] },
];
const partsOf = (choice: { parts: string[] }) => choice.parts;

test("before anything is picked all parts are pickable and no choice is meant", () => {
  const { pickable, meant, possible } = narrow(choices, partsOf, []);
  expect([...pickable]).toEqual(["card a", "square 1", "square 2", "card b", "ship"]);
  expect(meant).toBeNull();
  expect(possible.length).toBe(4);
});

test("a picked part leaves only what goes with it, in any order", () => {
  expect([...narrow(choices, partsOf, ["square 2"]).pickable]).toEqual(["card a", "card b"]);
  expect(narrow(choices, partsOf, ["square 2", "card b"]).meant?.id).toBe(3);
  expect(narrow(choices, partsOf, ["ship"]).meant?.id).toBe(4);
});

test("a second tap drops a part, and a part that does not fit starts anew", () => {
  expect(toggle(choices, partsOf, ["card a"], "card a")).toEqual([]);
  expect(toggle(choices, partsOf, ["card a"], "square 1")).toEqual(["card a", "square 1"]);
  expect(toggle(choices, partsOf, ["card a"], "ship")).toEqual(["ship"]);
  expect(toggle(choices, partsOf, ["card a"], "the moon")).toEqual(["card a"]);
});
