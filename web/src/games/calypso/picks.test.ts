import { expect, test } from "vitest";
import { narrow, toggle } from "../../board/picking";
import type { Choice } from "../../wire/messages";
import { confirmation, laidBy, partsOf } from "./picks";

const choice = (id: number, fields: object): Choice => ({ id: String(id), text: "", ...fields });
const search = [
  choice(1, { kind: "turn", tile: 3, slot: null }),
  choice(2, { kind: "turn", tile: 3, slot: 4 }),
  choice(3, { kind: "turn", tile: 5, slot: null }),
];
const guess = [
  choice(4, { kind: "name", tile: 3, colour: "red", slot: null }),
  choice(5, { kind: "name", tile: 3, colour: "red", slot: 4 }),
  choice(6, { kind: "name", tile: 3, colour: "blue", slot: null }),
];
const mix = [
  choice(7, { kind: "mix", tiles: [] }),
  choice(8, { kind: "mix", tiles: [1] }),
  choice(9, { kind: "mix", tiles: [1, 4] }),
];

test("a tap turns the tile where it lies, a drag lays it into the hollow", () => {
  expect(narrow(search, partsOf, ["tile 3"]).meant?.id).toBe("1");
  expect(narrow(search, partsOf, ["tile 3", "hollow 4"]).meant?.id).toBe("2");
  expect(search.map(confirmation)).toEqual(["none", "none", "none"]);
});

test("on the stone of four fish a tile waits for its colour, dragged or not", () => {
  expect(narrow(guess, partsOf, ["tile 3"]).meant).toBeNull();
  expect(narrow(guess, partsOf, ["tile 3", "colour blue"]).meant?.id).toBe("6");
  expect(narrow(guess, partsOf, ["tile 3", "hollow 4", "colour red"]).meant?.id).toBe("5");
  expect([...narrow(guess, partsOf, ["tile 3", "hollow 4"]).pickable]).toEqual(["colour red"]);
});

test("marked tiles are mixed at the last word only, and none is a set as well", () => {
  expect(narrow(mix, partsOf, []).meant?.id).toBe("7");
  const picked = toggle(mix, partsOf, ["tile 1"], "tile 4");
  expect(narrow(mix, partsOf, picked).meant?.id).toBe("9");
  expect(mix.map(confirmation)).toEqual(["button", "button", "button"]);
});

test("ponds, die and hand stand for robbing, rolling and stopping", () => {
  expect(partsOf(choice(1, { kind: "rob", seat: 2 }))).toEqual(["pond 2"]);
  expect(partsOf(choice(1, { kind: "roll" }))).toEqual(["die"]);
  expect(partsOf(choice(1, { kind: "stop" }))).toEqual(["stop"]);
});

test("a tile is laid where tile and hollow are both picked", () => {
  expect(laidBy(["tile 3", "hollow 0"])).toEqual({ tile: 3, slot: 0 });
  expect(laidBy(["hollow 4", "colour red", "tile 6"])).toEqual({ tile: 6, slot: 4 });
  expect([laidBy(["tile 3"]), laidBy(["hollow 4"]), laidBy([])]).toEqual([null, null, null]);
});
