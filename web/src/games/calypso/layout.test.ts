import { expect, test } from "vitest";
import { hollowAt, PALETTE, TILE } from "./layout";
import { HOLLOWS } from "./scene";

const PALETTE_HEIGHT = 132;

test("the colours one may name lie below all tiles", () => {
  for (const hollow of HOLLOWS) expect(hollowAt(hollow).y + TILE).toBeLessThan(PALETTE.y - PALETTE_HEIGHT / 2);
});
