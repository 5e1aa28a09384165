import { expect, test } from "vitest";
import { isPlain, partsOf, picking, shortcuts } from "./picks";
import type { End, HornChoice, HornScene } from "./scene";

const text = { text: "", short: "" };
const laying: HornChoice[] = [
  { id: "1", kind: "lay", card: "a1", square: "L3", ends: ["L4"], ...text },
  { id: "2", kind: "lay", card: "a1", square: "M3", ends: [], ...text },
  { id: "3", kind: "lay", card: "k", square: "L3", ends: ["line"], ...text },
  { id: "4", kind: "cover", card: "k", square: "J1", ends: [], ...text },
  { id: "5", kind: "lay_done", ...text },
];
const moving: HornChoice[] = [
  { id: "6", kind: "sail", square: "L4", price: 0, way: ["L3", "L4"], ...text },
  { id: "7", kind: "ignore", square: "M3", price: 3, way: ["L3", "M3"], ...text },
  { id: "8", kind: "sail", square: "line", price: 0, way: ["L3", "L2"], ...text },
  { id: "9", kind: "renounce", ...text },
  { id: "10", kind: "stop", ...text },
  { id: "11", kind: "buy", price: 1, ...text },
];

test("a card and a square are one lay, whichever is picked first", () => {
  expect(picking.narrow(laying, ["card a1"]).meant).toBeNull();
  expect([...picking.narrow(laying, ["card a1"]).pickable]).toEqual(["square L3", "square M3"]);
  expect([...picking.narrow(laying, ["square L3"]).pickable]).toEqual(["card a1", "card k"]);
  expect(picking.narrow(laying, ["square L3", "card k"]).meant?.id).toBe("3");
});

test("a square that holds a card is covered in the same way", () => {
  expect(picking.narrow(laying, ["card k", "square J1"]).meant?.id).toBe("4");
});

test("another card or square takes the place of the picked one", () => {
  expect(picking.toggle(laying, ["card a1", "square L3"], "card k")).toEqual(["square L3", "card k"]);
  expect(picking.toggle(laying, ["card a1"], "card a1")).toEqual([]);
});

test("a square alone is a move, by the wind or against it, and the line is a square", () => {
  expect(picking.narrow(moving, ["square L4"]).meant?.id).toBe("6");
  expect(picking.narrow(moving, ["square M3"]).meant?.id).toBe("7");
  expect(picking.narrow(moving, ["square line"]).meant?.id).toBe("8");
});

test("what has no place on the chart is a word", () => {
  expect([...laying, ...moving].filter(isPlain).map((each) => each.id)).toEqual(["5", "9", "10", "11"]);
  expect(moving.slice(3).map(partsOf)).toEqual([["renounce"], ["stop"], ["buy"]]);
});

test("while laying, ends of one move are short cuts, those of a sprint are not", () => {
  const ends: End[] = [
    { square: "L4", price: 0, kind: "sail", way: ["L3", "L4"] },
    { square: "M3", price: 3, kind: "ignore", way: ["L3", "M3"] },
    { square: "L6", price: 5, kind: "sprint", way: [] },
  ];
  const scene = { turn: 0, players: [{ ends }] } as unknown as HornScene;
  const goes = shortcuts(scene, laying, ({ kind, square }) => `${kind} to ${square}`);
  expect(goes.map((go) => go.text)).toEqual(["sail to L4", "ignore to M3"]);
  expect(goes.map(partsOf)).toEqual([["square L4"], ["square M3"]]);
  expect(shortcuts(scene, moving, () => "")).toEqual([]);
});
