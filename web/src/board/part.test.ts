import { expect, test } from "vitest";
import { part, partKind, partsOfKind, partValue, valueOfKind } from "./part";

test("a part is named by its kind and its value", () => {
  expect([part("tile", 3), part("square", "K4")]).toEqual(["tile 3", "square K4"]);
  expect(["tile 3", "square K4", "die", "place 3 west"].map(partKind)).toEqual(["tile", "square", "die", "place"]);
  expect(["tile 3", "square K4", "die", "place 3 west"].map(partValue)).toEqual(["3", "K4", "", "3 west"]);
});

test("parts of a kind are found among others", () => {
  const names = ["tile 3", "tiles", "colour red", "tile 5"];
  expect(partsOfKind(names, "tile")).toEqual(["tile 3", "tile 5"]);
  expect([valueOfKind(names, "tile"), valueOfKind(names, "colour"), valueOfKind(names, "pond")]).toEqual([
    "3",
    "red",
    null,
  ]);
});
