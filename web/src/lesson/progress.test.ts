import { beforeEach, expect, test } from "vitest";
import { isNew, keepLearnt, keepOffered, keepStep, lessonStep } from "./progress";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
});

test("a lesson is offered once, and not after it has begun", () => {
  expect(isNew("calypso")).toBe(true);
  keepOffered("calypso");
  expect([isNew("calypso"), isNew("smugglers")]).toEqual([false, true]);
  keepStep("smugglers", 0);
  expect(isNew("smugglers")).toBe(false);
});

test("a lesson is resumed at its step, and begins again after its end", () => {
  keepStep("calypso", 3);
  keepOffered("calypso");
  expect(lessonStep("calypso")).toBe(3);
  keepLearnt("calypso");
  expect(lessonStep("calypso")).toBe(0);
});
