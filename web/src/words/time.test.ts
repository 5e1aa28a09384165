import { expect, test } from "vitest";
import { ago, dayOf } from "./time";

const NOW = Date.parse("2026-11-18T12:00:00Z");

test.each([
  ["2026-11-18T11:59:30Z", "now", "maintenant"],
  ["2026-11-18T11:58:00Z", "2 minutes ago", "il y a 2 minutes"],
  ["2026-11-18T10:30:00Z", "1 hour ago", "il y a 1 heure"],
  ["2026-11-17T11:00:00Z", "yesterday", "hier"],
  ["2026-11-18T12:00:05Z", "now", "maintenant"],
])("%s is %s", (at, english, french) => {
  expect(ago(at, "en", NOW)).toBe(english);
  expect(ago(at, "fr", NOW)).toBe(french);
});

test("a day has its month in letters", () => {
  expect(dayOf("2026-11-18T12:00:00Z", "en")).toBe("18 Nov 2026");
  expect(dayOf("2026-11-18T12:00:00Z", "fr")).toBe("18 nov. 2026");
});
