import { expect, test } from "vitest";
import type { HornScene } from "./scene";
import { tracks } from "./track";

test("a track goes from the start to wherever the ship sailed, over the line too", () => {
  const players = ["L1", "N1", null].map((start, seat) => ({ seat, start }));
  const record = {
    seats: 3,
    events: [
      { text: "starter 1" },
      { text: null },
      { seat: 1, text: "lay f3 n2" },
      { seat: 1, text: "sail k4" },
      { text: "draw k" },
      { seat: 1, text: "end turn" },
      { seat: 2, text: "sail l2" },
      { seat: 0, text: "ignore n3" },
      { seat: 1, text: "sail line" },
    ],
  };
  const scene = { players } as unknown as HornScene;
  expect(tracks(record, scene)).toEqual([["L1", "N3"], ["N1", "K4", "line"], ["L2"]]);
});
