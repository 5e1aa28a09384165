import { expect, test } from "vitest";
import { confirmation, inOrder, rowsOf } from "./picks";
import type { Choice } from "./scene";
import type { TurnChoice } from "./schema";

const { narrow, toggle } = inOrder;
const said = { text: "", short: "" };
const turn = (
  id: number,
  captain: number | null,
  boat: string | null,
  orders: TurnChoice["orders"],
  left: string | null = "1-2",
): Choice => ({ id: String(id), ...said, kind: "turn", captain, boat, left: boat && left, orders, path: [] });
const give: Choice = { id: "5", ...said, kind: "give", card: "lamp", island: 8 };
const pairs = [
  turn(1, 2, null, ["captain"]),
  turn(2, 2, "4-7", ["captain"]),
  turn(3, 4, "4-7", ["boat"]),
  turn(4, 2, "2-5", ["boat", "captain"]),
  turn(5, 5, "2-5", ["boat"]),
  turn(6, null, "8-9", ["boat"]),
  turn(7, 2, "8-9", ["captain"]),
];
const ids = (choices: Choice[]) => choices.map((each) => each.id);
const meant = (choices: Choice[], ...picked: string[]) => narrow(choices, picked).meant?.id;

test("captain first: with no boat picked the boat stays where it is", () => {
  expect(meant(pairs, "island 2")).toBe("1");
  expect([...narrow(pairs, ["island 2"]).pickable].filter((part) => part.startsWith("place")).sort()).toEqual([
    "place 2-5",
    "place 4-7",
    "place 8-9",
  ]);
  expect(meant(pairs, "island 2", "place 4-7")).toBe("2");
});

test("boat first: only pairs that can be played so are left, and the captain has to walk", () => {
  const offer = narrow(pairs, ["place 4-7"]);
  expect(ids(offer.possible)).toEqual(["3"]);
  expect(offer.meant).toBeNull();
  expect(meant(pairs, "place 2-5", "island 2")).toBe("4");
  expect(meant(pairs, "place 2-5", "island 5")).toBe("5");
});

test("a boat that leaves its captain without a way means that he stays", () => {
  expect(meant(pairs, "place 8-9")).toBe("6");
  expect(meant(pairs, "place 8-9", "stay")).toBe("6");
});

test("leaving everything as it is is picked by staying", () => {
  const stuck = [turn(1, null, null, ["captain"]), turn(2, null, "8-9", ["boat"])];
  expect(narrow(stuck, []).meant).toBeNull();
  expect(meant(stuck, "stay")).toBe("1");
});

test("a seat with two boats says first which of them sails", () => {
  const two = [
    turn(1, 4, "4-7", ["boat"], "1-2"),
    turn(2, 4, "4-7", ["boat"], "5-6"),
    turn(3, 2, "4-7", ["captain"], "5-6"),
  ];
  expect(meant(two, "boat 5-6", "place 4-7", "island 4")).toBe("2");
  expect(meant(two, "boat 1-2", "place 4-7", "island 4")).toBe("1");
  expect(meant(two, "island 2", "boat 5-6", "place 4-7")).toBe("3");
  expect([...narrow(two, []).pickable].sort()).toEqual(["boat 1-2", "boat 5-6", "island 2"]);
});

test("another tap takes back, goes on, or begins anew", () => {
  expect(toggle(pairs, ["place 2-5", "island 5"], "island 5")).toEqual(["place 2-5"]);
  expect(toggle(pairs, ["place 2-5", "island 5"], "place 2-5")).toEqual([]);
  expect(toggle(pairs, ["place 2-5", "island 5"], "island 2")).toEqual(["place 2-5", "island 2"]);
  expect(toggle(pairs, ["island 2"], "place 4-7")).toEqual(["island 2", "place 4-7"]);
  expect(toggle(pairs, ["place 4-7"], "island 2")).toEqual(["island 2"]);
  expect(toggle(pairs, ["place 4-7"], "island 9")).toEqual(["place 4-7"]);
});

test("what a tap would change can be picked, at any point of a half-built turn", () => {
  const { pickable } = narrow(pairs, ["place 4-7"]);
  expect([...pickable].sort()).toEqual(["island 2", "island 4", "place 2-5", "place 4-7", "place 8-9"]);
});

test("setting up and giving cards name one island or one place", () => {
  expect(rowsOf({ id: "1", ...said, kind: "captain", island: 3 }, false)).toEqual([["island 3"]]);
  expect(rowsOf({ id: "1", ...said, kind: "boat", place: "4-7" }, false)).toEqual([["place 4-7"]]);
  expect(rowsOf(give, false)).toEqual([["island 8"]]);
  expect(meant([give], "island 8")).toBe("5");
});

test("a turn waits for the button, other choices are made at once, or by a second tap of a finger", () => {
  expect(confirmation(turn(1, 2, null, ["captain"]), false)).toBe("button");
  expect([confirmation(give, false), confirmation(give, true)]).toEqual(["none", "tap"]);
});
