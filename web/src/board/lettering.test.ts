import { expect, test } from "vitest";
import { lengthOf, setName } from "./lettering";

test("a name that has room, or can be squeezed into it, stands on one line", () => {
  expect(setName("Anna", 120, 30)).toEqual({ lines: ["Anna"], size: 30 });
  expect(setName("Bartholomew", 160, 30)).toEqual({ lines: ["Bartholomew"], size: 30 });
});

test("a longer one is broken where it can be, or set in small letters", () => {
  expect(setName("Marie-Antoinette", 120, 30)).toEqual({ lines: ["Marie-", "Antoinette"], size: 30 * 0.78 });
  expect(setName("Bartholomew the Elder", 120, 30)).toEqual({ lines: ["Bartholomew", "the Elder"], size: 30 * 0.78 });
  expect(setName("Bartholomew", 120, 30)).toEqual({ lines: ["Bartholomew"], size: 30 * 0.78 });
});

test("one for which there is no room at all is cut", () => {
  expect(setName("Donaudampfschifffahrtskapitän", 120, 30)).toEqual({ lines: ["Donaudampf…"], size: 30 * 0.78 });
});

test("broad letters need more room than narrow ones", () => {
  expect(lengthOf("MM", 10)).toBeGreaterThan(2 * lengthOf("ii", 10));
});
