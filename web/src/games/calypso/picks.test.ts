import { expect, test } from "vitest";
import { narrow, toggle } from "../../board/picking";
import type { Choice } from "../../wire/messages";
import { confirmation, laidBy, partsOf } from "./picks";

const choice = (id: number, fields: object): Choice => ({ id: String(id), text: "", ...fields });
const search = [
  choice(1, { kind: "turn", tile: "d", to: null }),
  choice(2, { kind: "turn", tile: "d", to: "e" }),
  choice(3, { kind: "turn", tile: "g", to: null }),
];
const guess = [
  choice(4, { kind: "name", tile: "d", colour: "red", to: null }),
  choice(5, { kind: "name", tile: "d", colour: "red", to: "e" }),
  choice(6, { kind: "name", tile: "d", colour: "blue", to: null }),
];
const mix = [
  choice(7, { kind: "mix", tiles: [] }),
  choice(8, { kind: "mix", tiles: ["a"] }),
  choice(9, { kind: "mix", tiles: ["a", "f"] }),
];
const made = (choices: Choice[], isMixedOnce: boolean) => choices.map((each) => confirmation(each, isMixedOnce));

test("a tap turns the tile where it lies, a drag lays it into the hollow", () => {
  expect(narrow(search, partsOf, ["tile d"]).meant?.id).toBe("1");
  expect(narrow(search, partsOf, ["tile d", "hollow e"]).meant?.id).toBe("2");
  expect(made(search, true)).toEqual(["none", "none", "none"]);
});

test("on the stone of four fish a tile waits for its colour, dragged or not", () => {
  expect(narrow(guess, partsOf, ["tile d"]).meant).toBeNull();
  expect(narrow(guess, partsOf, ["tile d", "colour blue"]).meant?.id).toBe("6");
  expect(narrow(guess, partsOf, ["tile d", "hollow e", "colour red"]).meant?.id).toBe("5");
  expect([...narrow(guess, partsOf, ["tile d", "hollow e"]).pickable]).toEqual(["colour red"]);
});

test("mixed at once, marked tiles wait for the last word, and none is a set as well", () => {
  expect(narrow(mix, partsOf, []).meant?.id).toBe("7");
  const picked = toggle(mix, partsOf, ["tile a"], "tile f");
  expect(narrow(mix, partsOf, picked).meant?.id).toBe("9");
  expect(made(mix, true)).toEqual(["button", "button", "button"]);
});

test("mixed freely, a tap turns a tile", () => {
  expect(narrow(mix, partsOf, ["tile a"]).meant?.id).toBe("8");
  expect(made(mix, false)).toEqual(["none", "none", "none"]);
});

test("ponds, die and hand stand for robbing, rolling and stopping", () => {
  expect(partsOf(choice(1, { kind: "rob", seat: 2 }))).toEqual(["pond 2"]);
  expect(partsOf(choice(1, { kind: "roll" }))).toEqual(["die"]);
  expect(partsOf(choice(1, { kind: "stop" }))).toEqual(["stop"]);
});

test("a tile is laid where tile and hollow are both picked", () => {
  expect(laidBy(["tile d", "hollow a"])).toEqual({ from: "d", to: "a" });
  expect(laidBy(["hollow e", "colour red", "tile i"])).toEqual({ from: "i", to: "e" });
  expect([laidBy(["tile d"]), laidBy(["hollow e"]), laidBy([])]).toEqual([null, null, null]);
});
