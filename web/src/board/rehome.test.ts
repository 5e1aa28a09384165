import { expect, test } from "vitest";
import { difference, rehome } from "./rehome";

test("a part that lies elsewhere has moved, and one with another face was turned", () => {
  const before = [
    { key: "a", x: 0, y: 0, face: "red" },
    { key: "b", x: 1, y: 0, face: "blue" },
    { key: "c", x: 2, y: 0 },
    { key: "d", x: 3, y: 0, turn: 90 },
  ];
  const after = [
    { key: "b", x: 1, y: 5, face: "green" },
    { key: "a", x: 0, y: 0, face: "red" },
    { key: "d", x: 3, y: 0, turn: 180 },
    { key: "e", x: 9, y: 9 },
  ];
  expect(difference(before, after)).toEqual({ came: ["e"], went: ["c"], moved: ["b", "d"], turned: ["b"] });
});

test("two equal scenes differ in nothing", () => {
  const scene = [{ key: "a", x: 0, y: 0, face: null }];
  expect(difference(scene, [{ key: "a", x: 0, y: 0 }])).toEqual({ came: [], went: [], moved: [], turned: [] });
});

test("a freed fish leaves the net for the pond that gained, and no other fish moves", () => {
  expect(rehome(["net", "net", "net", "pond0"], { net: 2, pond0: 1, pond1: 1 })).toEqual([
    "net",
    "net",
    "pond1",
    "pond0",
  ]);
});

test("a robbed fish goes from one pond to the other", () => {
  expect(rehome(["pond0", "pond0", "pond1"], { pond0: 1, pond1: 2 })).toEqual(["pond0", "pond1", "pond1"]);
});

test("things for which there is no place stay where they are", () => {
  expect(rehome(["net", "net"], { net: 1, pond0: 0 })).toEqual(["net", "net"]);
});
