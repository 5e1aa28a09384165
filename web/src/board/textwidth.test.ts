import { expect, test } from "vitest";
import { fitName, halves, textWidth } from "./textwidth";

test("a name that fits, or can be squeezed, stays on one line", () => {
  expect(fitName("Anna", 120, 30)).toEqual({ lines: ["Anna"], size: 30 });
  expect(fitName("Bartholomew", 160, 30)).toEqual({ lines: ["Bartholomew"], size: 30 });
});

test("a longer one is split, or set in small letters", () => {
  expect(fitName("Marie-Antoinette", 120, 30)).toEqual({ lines: ["Marie-", "Antoinette"], size: 30 * 0.78 });
  expect(fitName("Bartholomew the Elder", 120, 30)).toEqual({ lines: ["Bartholomew", "the Elder"], size: 30 * 0.78 });
  expect(fitName("Bartholomew", 120, 30)).toEqual({ lines: ["Bartholomew"], size: 30 * 0.78 });
});

test("one that does not fit at all is cut", () => {
  expect(fitName("Donaudampfschifffahrtskapitän", 120, 30)).toEqual({ lines: ["Donaudampf…"], size: 30 * 0.78 });
});

test("broad letters need more room than narrow ones", () => {
  expect(textWidth("MM", 10)).toBeGreaterThan(2 * textWidth("ii", 10));
});

test("a sentence is split at a space, into lines of like length", () => {
  const lines = ["Lay the boat at 4-8", "and stay where you are"];
  expect(halves(lines.join(" "), / /g)).toEqual(lines);
});
