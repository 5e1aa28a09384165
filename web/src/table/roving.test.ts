import { expect, test } from "vitest";
import { fold, step } from "./roving";

test("arrow keys walk round the list, Home and End go to its ends", () => {
  expect([step("ArrowDown", 2, 3), step("ArrowLeft", 0, 3), step("Home", 2, 3), step("End", 0, 3)]).toEqual([
    0, 2, 0, 2,
  ]);
  expect(step("a", 0, 3)).toBeNull();
  expect(step("End", 0, 0)).toBeNull();
});

test("words are found without their accents", () => {
  expect(fold("Île Émeraude")).toBe("ile emeraude");
});
