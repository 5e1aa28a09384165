import { expect, test } from "vitest";
import { narrow } from "../../board/picking";
import { isPlain, keyed, partsOf, percent } from "./picks";
import type { BootsChoice } from "./scene";

const choice = (id: number, fields: object) => ({ id: String(id), text: "", ...fields }) as BootsChoice;
const going = [
  choice(100, { kind: "go", square: 100, cost: 0, pearls: 0 }),
  choice(101, { kind: "go", square: 101, cost: 1, pearls: 0 }),
  choice(125, { kind: "go", square: 125, cost: 5, pearls: 2 }),
];
const controlling = [choice(1600, { kind: "pass" }), choice(1603, { kind: "control", ship: "x2", square: 55 })];
const firing = [
  choice(1600, { kind: "pass" }),
  choice(1614, { kind: "fire", ship: "1" }),
  choice(1623, { kind: "fire", ship: "x2" }),
];

test("a square is where the ship goes, to start, to sail and after sinking alike", () => {
  expect(narrow(going, partsOf, ["square 125"]).meant?.id).toBe("125");
  expect(narrow([choice(160, { kind: "go", square: 160 })], partsOf, ["square 160"]).meant?.id).toBe("160");
});

test("a privateer is picked to command it, a ship to fire at it", () => {
  expect(narrow(controlling, partsOf, ["ship x2"]).meant?.id).toBe("1603");
  expect([...narrow(firing, partsOf, []).pickable]).toEqual(["pass", "ship 1", "ship x2"]);
  expect(narrow(firing, partsOf, ["ship 1"]).meant?.id).toBe("1614");
});

test("what has no place on the chart is said in words", () => {
  expect(partsOf(choice(1, { kind: "name", seat: 2 }))).toEqual(["seat 2"]);
  expect(partsOf(choice(1, { kind: "lose", token: "gold" }))).toEqual(["good gold"]);
  expect(partsOf(choice(1, { kind: "spend", pearls: 3 }))).toEqual(["pearls 3"]);
  expect(partsOf(choice(1, { kind: "amount", token: "rum", amount: 0 }))).toEqual(["amount 0"]);
  for (const kind of ["pass", "unload_all", "unload_part", "take"])
    expect(partsOf(choice(1, { kind }))).toEqual([kind]);
  expect([...going, ...firing].filter(isPlain).map((each) => each.id)).toEqual(["1600"]);
});

test("N passes and S stands still, if that is offered", () => {
  expect(keyed(firing, "n")?.id).toBe("1600");
  expect(keyed(going, "n")).toBeNull();
  expect(keyed(going, "s")?.id).toBe("100");
  expect(keyed(firing, "s")).toBeNull();
  expect(keyed(going, "q")).toBeNull();
});

test("chances are whole percentages and never promise what is not certain", () => {
  expect(percent({ hits: 21, of: 36 })).toBe(58);
  expect(percent({ hits: 0, of: 36 })).toBe(0);
  expect(percent({ hits: 36, of: 36 })).toBe(100);
  expect(percent({ hits: 1, of: 1000 })).toBe(1);
  expect(percent({ hits: 999, of: 1000 })).toBe(99);
});
