import { expect, test } from "vitest";
import type { Choice } from "../../wire/messages";
import { follow, pickable, sequencesOf, tap } from "./picks";

const choice = (id: number, fields: object): Choice => ({ id: String(id), text: "", ...fields });
const turn = (id: number, captain: number | null, boat: string | null, orders: string[], left: string | null = "1-2") =>
  choice(id, { kind: "turn", captain, boat, left: boat && left, orders });
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

test("captain first: with no boat picked the boat stays where it is", () => {
  expect(follow(pairs, false, ["island:2"]).meant?.id).toBe("1");
  expect([...follow(pairs, false, ["island:2"]).next].sort()).toEqual(["place:2-5", "place:4-7", "place:8-9"]);
  expect(follow(pairs, false, ["island:2", "place:4-7"]).meant?.id).toBe("2");
});

test("boat first: only pairs that can be played so are left, and the captain has to walk", () => {
  const offer = follow(pairs, false, ["place:4-7"]);
  expect(ids(offer.possible)).toEqual(["3"]);
  expect(offer.meant).toBeNull();
  expect([...offer.next]).toEqual(["island:4"]);
  expect(follow(pairs, false, ["place:2-5", "island:2"]).meant?.id).toBe("4");
  expect(follow(pairs, false, ["place:2-5", "island:5"]).meant?.id).toBe("5");
});

test("a boat that leaves its captain without a way means that he stays", () => {
  expect(follow(pairs, false, ["place:8-9"]).meant?.id).toBe("6");
  expect(follow(pairs, false, ["place:8-9", "stay"]).meant?.id).toBe("6");
});

test("leaving everything as it is is picked by staying", () => {
  const stuck = [turn(1, null, null, ["captain"]), turn(2, null, "8-9", ["boat"])];
  expect(follow(stuck, false, []).meant).toBeNull();
  expect(follow(stuck, false, ["stay"]).meant?.id).toBe("1");
});

test("a seat with two boats says first which of them sails", () => {
  const two = [
    turn(1, 4, "4-7", ["boat"], "1-2"),
    turn(2, 4, "4-7", ["boat"], "5-6"),
    turn(3, 2, "4-7", ["captain"], "5-6"),
  ];
  expect(follow(two, true, ["boat:5-6", "place:4-7", "island:4"]).meant?.id).toBe("2");
  expect(follow(two, true, ["boat:1-2", "place:4-7", "island:4"]).meant?.id).toBe("1");
  expect(follow(two, true, ["island:2", "boat:5-6", "place:4-7"]).meant?.id).toBe("3");
  expect([...follow(two, true, []).next].sort()).toEqual(["boat:1-2", "boat:5-6", "island:2"]);
});

test("another tap takes back, goes on, or begins anew", () => {
  expect(tap(pairs, false, ["place:2-5", "island:5"], "island:5")).toEqual(["place:2-5"]);
  expect(tap(pairs, false, ["place:2-5", "island:5"], "place:2-5")).toEqual([]);
  expect(tap(pairs, false, ["place:2-5", "island:5"], "island:2")).toEqual(["place:2-5", "island:2"]);
  expect(tap(pairs, false, ["island:2"], "place:4-7")).toEqual(["island:2", "place:4-7"]);
  expect(tap(pairs, false, ["place:4-7"], "island:2")).toEqual(["island:2"]);
  expect(tap(pairs, false, ["place:4-7"], "island:9")).toEqual(["place:4-7"]);
});

test("what a tap would change can be picked, at any point of a half-built turn", () => {
  expect(pickable(pairs, false, ["place:4-7"])).toContain("island:2");
  expect(pickable(pairs, false, ["place:4-7"])).toContain("place:8-9");
  expect(pickable(pairs, false, ["place:4-7"])).not.toContain("island:9");
});

test("setting up and giving cards name one island or one place", () => {
  expect(sequencesOf(choice(1, { kind: "captain", island: 3 }), false)).toEqual([["island:3"]]);
  expect(sequencesOf(choice(1, { kind: "boat", place: "4-7" }), false)).toEqual([["place:4-7"]]);
  expect(sequencesOf(choice(1, { kind: "give", card: "lamp", island: 8 }), false)).toEqual([["island:8"]]);
  expect(follow([choice(5, { kind: "give", card: "lamp", island: 8 })], false, ["island:8"]).meant?.id).toBe("5");
});
