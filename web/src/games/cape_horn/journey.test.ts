import { expect, test } from "vitest";
import { journeys } from "./journey";
import type { HornScene } from "./scene";

const scene = {
  starter: 1,
  chart: {
    starts: ["N1", "M1", "L1"],
    line: ["A3"],
    stations: [
      { square: "K4", colour: "green", zone: "I" },
      { square: "D6", colour: "red", zone: "III" },
    ],
  },
  players: [
    { seat: 0, roses: { I: null, II: null, III: null } },
    { seat: 1, roses: { I: "green", II: null, III: "red" } },
    { seat: 2, roses: { I: null, II: null, III: null } },
  ],
} as unknown as HornScene;
const chosen = (seat: number, text: string) => ({ chosen: 1, seat, text });
const record = {
  seats: 3,
  events: [
    { drawn: 1, text: "starter 1" },
    { drawn: 2, text: null },
    chosen(1, "lay f3 n2"),
    chosen(1, "sail k4"),
    { drawn: 3, text: "draw k" },
    chosen(1, "end turn"),
    chosen(2, "sail l2"),
    chosen(0, "ignore n3"),
    chosen(1, "sail e5"),
    chosen(1, "sail d6"),
    chosen(2, "end turn"),
    chosen(0, "renounce"),
    chosen(1, "sail line"),
  ],
};

test("tracks go from the start in turn order to wherever one sailed, over the line too", () => {
  expect(journeys(record, scene).map((journey) => journey.track)).toEqual([
    ["L1", "N3"],
    ["N1", "K4", "E5", "D6", "D2"],
    ["M1", "L2"],
  ]);
});

test("a rose is taken in the round in which its station was reached first", () => {
  const [none, both] = journeys(record, scene).map((journey) => journey.roses);
  expect(none).toEqual([]);
  expect(both).toEqual([
    { square: "K4", colour: "green", zone: "I", round: 1 },
    { square: "D6", colour: "red", zone: "III", round: 2 },
  ]);
});

test("somebody who has nothing to choose in a round does not stop the clock", () => {
  const events = [chosen(1, "sail n2"), chosen(0, "end turn"), chosen(2, "sail l2"), chosen(1, "sail k4")];
  expect(journeys({ seats: 3, events }, scene)[1]?.roses[0]?.round).toBe(3);
});
