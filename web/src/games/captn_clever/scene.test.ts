import { expect, test } from "vitest";
import { boatTrips, captainTrips } from "./crew";
import { arrange, berths, coast, footprints, grid, hops, ISLAND, spot, stand, swing } from "./layout";
import { BOAT_MS, FIND_MS, HOP_MS, pace, timing } from "./pace";
import { type CleverScene, finder, type Place, sailed, walked, wayOver } from "./scene";

const place = (name: string, x: number, y: number, crosses: string | null = null): Place => ({
  place: name,
  islands: name.split("-").map(Number) as [number, number],
  colour: "white",
  x,
  y,
  crosses,
  boat: null,
  blocked_by: null,
});
/** Four islands in a square, with both diagonals. */
function scene(captains: (number | null)[], boats: string[][], more: Partial<CleverScene> = {}): CleverScene {
  return {
    viewer: 0,
    phase: "turn",
    turn: 0,
    giver: null,
    receiver: null,
    round: 1,
    target: 9,
    easy: false,
    islands: [
      { island: 1, treasure: "crown", x: 10, y: 5 },
      { island: 2, treasure: "pearl", x: 30, y: 5 },
      { island: 3, treasure: "goblet", x: 10, y: 15 },
      { island: 4, treasure: "compass", x: 30, y: 15 },
    ],
    places: [
      place("1-2", 20, 5),
      place("1-3", 10, 10),
      place("2-4", 30, 10),
      place("3-4", 20, 15),
      place("1-4", 20, 10, "2-3"),
      place("2-3", 20, 10, "1-4"),
    ],
    players: captains.map((captain, seat) => ({
      seat,
      colour: "green",
      captain,
      boats: boats[seat] ?? [],
      treasures: 0,
      last: null,
      found: null,
      has_target: true,
      target: null,
    })),
    keeping: null,
    hints: [],
    ...more,
  };
}

test("a way leads over boats, however many, or there is none", () => {
  expect(wayOver(["1-2", "2-4", "3-4"], 1, 3)).toEqual([1, 2, 4, 3]);
  expect(wayOver(["1-2", "2-4", "1-4"], 1, 4)).toEqual([1, 4]);
  expect(wayOver(["1-2"], 1, 4)).toBeNull();
});

test("a captain walks after his boat if it opened the way, else before it", () => {
  const start = scene([1, 4], [["1-2"], ["3-4"]]);
  expect(walked(start, scene([3, 4], [["1-3"], ["3-4"]]), 0)).toEqual({ seat: 0, path: [1, 3], isBoatFirst: true });
  expect(walked(start, scene([2, 4], [["1-3"], ["3-4"]]), 0)).toEqual({ seat: 0, path: [1, 2], isBoatFirst: false });
  expect(walked(start, start, 0)).toBeNull();
});

test("boat and captain take their time one after the other", () => {
  const start = scene([1, 4], [["1-2"], ["3-4"]]);
  expect(timing(start, scene([3, 4], [["1-3"], ["3-4"]]), 0)).toEqual({
    boat: 0,
    captain: BOAT_MS,
    end: BOAT_MS + 2 * HOP_MS,
  });
  expect(timing(start, scene([2, 4], [["1-3"], ["3-4"]]), 0)).toEqual({
    boat: 2 * HOP_MS,
    captain: 0,
    end: BOAT_MS + 2 * HOP_MS,
  });
});

test("a find is told from the treasures, and takes its moment", () => {
  const before = scene([1, 4], [["1-2"], ["3-4"]]);
  const after = scene([1, 4], [["1-2"], ["3-4"]]);
  const [, second] = after.players;
  if (second) second.treasures = 1;
  expect(finder(before, after)).toBe(1);
  expect(finder(null, after)).toBeNull();
  expect(pace(before as never, after as never)).toBeGreaterThanOrEqual(FIND_MS);
});

test("boats that lie elsewhere have sailed; those just put down have not", () => {
  expect(sailed(scene([1], [["1-2", "2-4"]]), scene([1], [["1-2", "3-4"]]), 0)).toEqual([1]);
  expect(sailed(scene([1], [[]]), scene([1], [["1-2"]]), 0)).toEqual([]);
});

test("places that cross are picked on their gangways, others on the water", () => {
  const found = berths(scene([], []), arrange(3, true, false));
  expect(found.get("1-2")?.picks).toHaveLength(1);
  const [one, other] = [found.get("1-4")?.picks ?? [], found.get("2-3")?.picks ?? []];
  expect([one.length, other.length]).toEqual([2, 2]);
  for (const a of one) for (const b of other) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40);
});

test("a captain hops from island to boat to island", () => {
  const now = scene([4], [["1-2"]]);
  const layout = arrange(2, true, false);
  const islands = new Map(now.islands.map((island) => [island.island, spot(island, layout)]));
  const found = berths(now, layout);
  const way = hops([1, 2, 4], islands, found);
  expect(way).toHaveLength(5);
  expect(way[1]).toEqual(found.get("1-2")?.at);
  const [captain] = captainTrips(scene([1, 3], [["1-2"], ["2-4"]]), scene([4, 3], [["1-2"], ["2-4"]]), islands, found);
  expect(captain?.via.filter((_, station) => station % 2)).toEqual(way.slice(1, -1));
  expect(captain?.via[0]?.y).toBeLessThan(Math.min(way[0]?.y ?? 0, way[1]?.y ?? 0)); // up, and down again
  expect(captain?.at).toEqual(stand(islands.get(4) ?? { x: 0, y: 0 }));
});

test("he ducks past a captain who stands on his way", () => {
  const boats = [["1-2"], ["2-4"]];
  const layout = arrange(2, true, false);
  const islands = new Map(scene([], []).islands.map((island) => [island.island, spot(island, layout)]));
  const [captain] = captainTrips(scene([1, 2], boats), scene([4, 2], boats), islands, berths(scene([], []), layout));
  expect(captain?.via.map((station) => station.turn ?? 0)).toEqual([0, 0, 0, 24, 0, 0, 0]);
});

test("a boat swings the short way into its new angle", () => {
  expect(swing(170, 0)).toBe(-10);
  expect(swing(-80, 90)).toBe(100);
  const layout = arrange(2, true, true);
  const now = scene([1], [["1-2"]]);
  const [first] = boatTrips(null, now, berths(now, layout), []);
  expect([first?.key, first?.turn]).toEqual(["0.0", 0]);
});

test("footprints lie along the way, on its left and right by turns", () => {
  const feet = footprints(
    [
      { x: 0, y: 0 },
      { x: 108, y: 0 },
    ],
    27,
  );
  expect(feet).toHaveLength(4);
  expect(feet.map((foot) => Math.sign(Math.round(foot.y)))).toEqual([-1, 1, -1, 1]);
});

test("every island keeps its coast within its circle", () => {
  for (let island = 1; island <= 9; island += 1) {
    for (const point of coast(island, 1)) expect(Math.hypot(point.x, point.y)).toBeLessThanOrEqual(ISLAND * 1.1);
  }
});

test("there is room for cards and crews of every number of players", () => {
  for (const seats of [2, 3, 4]) {
    for (const hasFan of [true, false]) {
      for (const isWide of [true, false]) {
        const layout = arrange(seats, hasFan, isWide);
        for (const room of [...layout.rooms, layout.card, ...(layout.fan ? [layout.fan] : [])]) {
          expect(room.x + room.width).toBeLessThanOrEqual(layout.width);
          expect(room.y + room.height).toBeLessThanOrEqual(layout.height);
        }
      }
    }
  }
});

test("cards to be given are large enough for a finger, and the fewer the larger", () => {
  const phone = arrange(3, true, false).table;
  const sizes = [9, 8, 5, 2].map((cards) => Math.round(grid(phone, cards, true, false)[0]?.size ?? 0));
  expect(sizes).toEqual([84, 84, 150, 150]);
  const desk = arrange(3, true, true).table;
  expect(grid(desk, 9, true, false).map((card) => card.x)[2]).toBeLessThan(desk.width);
});
