import { expect, test } from "vitest";
import { fitted, lengthOf } from "./lettering";

test("a name that has room stands as it is", () => {
  expect(fitted("Anna", 120, 30)).toEqual({ text: "Anna" });
});

test("a long name is squeezed, a very long one is cut", () => {
  expect(fitted("Bartholomew", 160, 30)).toEqual({ text: "Bartholomew", length: 160 });
  expect(fitted("Bartholomew the Elder of Brest", 160, 30)).toEqual({ text: "Bartholomew…", length: 160 });
});

test("broad letters need more room than narrow ones", () => {
  expect(lengthOf("MM", 10)).toBeGreaterThan(2 * lengthOf("ii", 10));
});
