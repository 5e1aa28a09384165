import { beforeEach, expect, test } from "vitest";
import { daysInARow, isDayDone, keepDay, keepResult, nextPuzzle, resultsOf } from "./progress";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
});

test("only the first try of a puzzle counts", () => {
  keepResult("calypso", "a", "tried");
  keepResult("calypso", "a", "solved");
  keepResult("calypso", "b", "solved");
  expect(resultsOf("calypso")).toEqual({ a: "tried", b: "solved" });
  expect(resultsOf("smugglers")).toEqual({});
});

test("what the storage has lost or spoilt counts as nothing", () => {
  kept.set("cabotage.puzzles.calypso", "not JSON");
  kept.set("cabotage.puzzles.days", "[1]");
  expect([resultsOf("calypso"), daysInARow("2026-03-01")]).toEqual([{}, 0]);
});

test("the next puzzle is one that was not tried, after the current one if possible", () => {
  const ids = ["a", "b", "c", "d"];
  expect(nextPuzzle(ids, {})).toBe("a");
  expect(nextPuzzle(ids, { a: "tried", b: "solved" }, "a")).toBe("c");
  expect(nextPuzzle(ids, { c: "tried", d: "solved" }, "b")).toBe("a");
  expect(nextPuzzle(ids, { a: "solved", b: "solved", c: "solved", d: "tried" }, "d")).toBe("a");
  expect(nextPuzzle([], {})).toBe(undefined);
});

test("days count in a row, each once, and begin again after a gap", () => {
  keepDay("2026-02-27");
  keepDay("2026-02-28");
  keepDay("2026-02-28");
  expect([daysInARow("2026-02-28"), isDayDone("2026-02-28")]).toEqual([2, true]);
  expect([daysInARow("2026-03-01"), isDayDone("2026-03-01")]).toEqual([2, false]);
  expect(daysInARow("2026-03-02")).toBe(0);
  keepDay("2026-03-02");
  expect(daysInARow("2026-03-02")).toBe(1);
});
