import { expect, test } from "vitest";
import { nextIndex, normalized } from "./roving";

test("arrow keys wrap around the list, Home and End go to its ends", () => {
  expect([
    nextIndex("ArrowDown", 2, 3),
    nextIndex("ArrowLeft", 0, 3),
    nextIndex("Home", 2, 3),
    nextIndex("End", 0, 3),
  ]).toEqual([0, 2, 0, 2]);
  expect(nextIndex("a", 0, 3)).toBeNull();
  expect(nextIndex("End", 0, 0)).toBeNull();
});

test("words are found without their accents", () => {
  expect(normalized("Île Émeraude")).toBe("ile emeraude");
});
