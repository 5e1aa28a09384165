import { expect, test } from "vitest";
import { rehome } from "./rehome";

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

test("things without a place stay where they are", () => {
  expect(rehome(["net", "net"], { net: 1, pond0: 0 })).toEqual(["net", "net"]);
});
