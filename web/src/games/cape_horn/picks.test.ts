import { expect, test } from "vitest";
import { narrow } from "../../board/picking";
import type { Choice } from "../../wire/messages";
import { isPlain, partsOf, shortcuts, wished } from "./picks";
import type { HornScene } from "./scene";

const choice = (id: number, fields: object): Choice => ({ id: String(id), text: "", ...fields });
const laying = [
  choice(1, { kind: "lay", card: "a1", square: "L3", ends: ["L4"] }),
  choice(2, { kind: "lay", card: "a1", square: "M3", ends: [] }),
  choice(3, { kind: "lay", card: "k", square: "L3", ends: ["line"] }),
  choice(4, { kind: "cover", card: "k", square: "J1", ends: [] }),
  choice(5, { kind: "lay_done" }),
];
const moving = [
  choice(6, { kind: "sail", square: "L4", price: 0 }),
  choice(7, { kind: "ignore", square: "M3", price: 3 }),
  choice(8, { kind: "sail", square: "line", price: 0 }),
  choice(9, { kind: "ignore", square: "line", price: 3 }),
  choice(10, { kind: "renounce" }),
  choice(11, { kind: "stop" }),
];

test("a card and a square are one lay, whichever is picked first", () => {
  expect(narrow(laying, partsOf, ["card-a1"]).meant).toBeNull();
  expect([...narrow(laying, partsOf, ["card-a1"]).pickable]).toEqual(["square-L3", "square-M3"]);
  expect([...narrow(laying, partsOf, ["square-L3"]).pickable]).toEqual(["card-a1", "card-k"]);
  expect(narrow(laying, partsOf, ["square-L3", "card-k"]).meant?.id).toBe("3");
});

test("a square that holds a card is covered in the same way", () => {
  expect(narrow(laying, partsOf, ["card-k", "square-J1"]).meant?.id).toBe("4");
});

test("a square alone is a move, by the wind or against it, and the line is a square", () => {
  expect(narrow(moving, partsOf, ["square-L4"]).meant?.id).toBe("6");
  expect(narrow(moving, partsOf, ["square-M3"]).meant?.id).toBe("7");
  expect(narrow(moving, partsOf, ["square-line"]).meant?.id).toBe("8");
});

test("what has no place on the chart is a word", () => {
  expect([...laying, ...moving].filter(isPlain).map((each) => each.id)).toEqual(["5", "10", "11"]);
  expect(partsOf(choice(1, { kind: "buy", price: 1 }))).toEqual(["buy"]);
  expect(partsOf(choice(1, { kind: "end_turn" }))).toEqual(["end_turn"]);
  expect(partsOf(choice(1, {}))).toEqual([]);
});

test("while laying, ends of one move are short cuts, those of a sprint are not", () => {
  const ends = [
    { square: "L4", price: 0 },
    { square: "M3", price: 3 },
    { square: "L6", price: 5 },
    { square: "N5", price: 8 },
  ];
  const scene = { turn: 0, players: [{ ends }] } as unknown as HornScene;
  expect(shortcuts(scene, laying).map((end) => end.square)).toEqual(["L4", "M3"]);
  expect(shortcuts(scene, moving)).toEqual([]);
});

test("a short cut becomes the move of that square, or none", () => {
  expect(wished(moving, "M3")?.id).toBe("7");
  expect(wished(moving, "A1")).toBeNull();
  expect(wished(laying, "L3")).toBeNull();
});
