import { expect, test } from "vitest";
import { boatTrips, captainTrips } from "./crew";
import {
  arrange,
  berths,
  coast,
  crossings,
  footprints,
  grid,
  hops,
  ISLAND,
  type Layout,
  spot,
  stand,
  swing,
} from "./layout";
import { BOAT_MS, FIND_MS, HOP_MS, pace, timing } from "./pace";
import { colorOf, isKnown, PALETTE, strokesOf } from "./palette";
import { type CleverScene, finder, hasSailed, type Place, walked } from "./scene";

const place = (name: string, x: number, y: number, ...crosses: string[]): Place => ({
  place: name,
  islands: name.split("-").map(Number) as [number, number],
  colour: "white",
  x,
  y,
  crosses,
  boat: null,
  blocked_by: [],
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
      sought: null,
    })),
    ways: [],
    keeping: null,
    hints: [],
    ...more,
  };
}

const ISLANDS = scene([], []).islands;
const standsIn = (layout: Layout) =>
  new Map(ISLANDS.map((island) => [island.island, stand(spot(island, layout), layout.scale)]));

test("a captain walks after his boat if it opened the way, else before it", () => {
  const start = scene([1, 4], [["1-2"], ["3-4"]], { ways: [[1, 2]] });
  const after = (captain: number) => scene([captain, 4], [["1-3"], ["3-4"]], { ways: [[1, 3]] });
  expect(walked(start, after(3), 0)).toEqual({ path: [1, 3], isBoatFirst: true });
  expect(walked(start, after(2), 0)).toEqual({ path: [1, 2], isBoatFirst: false });
  expect(walked(start, start, 0)).toBeNull();
});

test("boat and captain take their time one after the other", () => {
  const start = scene([1, 4], [["1-2"], ["3-4"]], { ways: [[1, 2]] });
  const after = (captain: number) => scene([captain, 4], [["1-3"], ["3-4"]], { ways: [[1, 3]] });
  expect(timing(start, after(3), 0)).toEqual({
    boat: 0,
    captain: BOAT_MS,
    end: BOAT_MS + 2 * HOP_MS,
  });
  expect(timing(start, after(2), 0)).toEqual({
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
  expect(hasSailed(scene([1], [["1-2", "2-4"]]), scene([1], [["1-2", "3-4"]]), 0)).toBe(true);
  expect(hasSailed(scene([1], [[]]), scene([1], [["1-2"]]), 0)).toBe(false);
});

test("places that cross are picked on their gangways, others on the water", () => {
  const found = berths(scene([], []), arrange(3, true, false, ISLANDS));
  expect(found.get("1-2")?.picks).toHaveLength(1);
  const [one, other] = [found.get("1-4")?.picks ?? [], found.get("2-3")?.picks ?? []];
  expect([one.length, other.length]).toEqual([2, 2]);
  for (const a of one) for (const b of other) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40);
});

test("a captain hops from island to boat to island", () => {
  const now = scene([4], [["1-2"]]);
  const layout = arrange(2, true, false, ISLANDS);
  const islands = standsIn(layout);
  const found = berths(now, layout);
  const way = hops([1, 2, 4], islands, found);
  expect(way).toHaveLength(5);
  expect(way[1]).toEqual(found.get("1-2")?.at);
  const [captain] = captainTrips(
    scene([1, 3], [["1-2"], ["2-4"]]),
    scene([4, 3], [["1-2"], ["2-4"]], { ways: [[1, 2, 4]] }),
    islands,
    found,
  );
  expect(captain?.via.filter((_, station) => station % 2)).toEqual(way.slice(1, -1));
  expect(captain?.via[0]?.y).toBeLessThan(Math.min(way[0]?.y ?? 0, way[1]?.y ?? 0)); // up, and down again
  expect(captain?.at).toEqual(islands.get(4));
});

test("he ducks past a captain who stands on his way", () => {
  const boats = [["1-2"], ["2-4"]];
  const layout = arrange(2, true, false, ISLANDS);
  const islands = standsIn(layout);
  const [captain] = captainTrips(
    scene([1, 2], boats),
    scene([4, 2], boats, { ways: [[1, 2, 4]] }),
    islands,
    berths(scene([], []), layout),
  );
  expect(captain?.via.map((station) => station.turn ?? 0)).toEqual([0, 0, 0, 24, 0, 0, 0]);
});

test("a boat swings the short way into its new angle", () => {
  expect(swing(170, 0)).toBe(-10);
  expect(swing(-80, 90)).toBe(100);
  const layout = arrange(2, true, true, ISLANDS);
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
        const layout = arrange(seats, hasFan, isWide, ISLANDS);
        for (const room of [...layout.rooms, layout.card, ...(layout.fan ? [layout.fan] : [])]) {
          expect(room.x + room.width).toBeLessThanOrEqual(layout.width);
          expect(room.y + room.height).toBeLessThanOrEqual(layout.height);
        }
      }
    }
  }
});

test("cards to be given are large enough for a finger, and the fewer the larger", () => {
  const phone = arrange(3, true, false, ISLANDS).table;
  const sizes = [9, 8, 5, 2].map((cards) => Math.round(grid(phone, cards, true, false)[0]?.size ?? 0));
  expect(sizes).toEqual([84, 84, 150, 150]);
  const desk = arrange(3, true, true, ISLANDS).table;
  expect(grid(desk, 9, true, false).map((card) => card.x)[2]).toBeLessThan(desk.width);
});

/** Nine islands anywhere, all joined to all: 36 places, many of which cross many others. */
function crowd(points: [number, number][]): CleverScene {
  const islands = points.map(([x, y], at) => ({ ...(ISLANDS[0] as (typeof ISLANDS)[0]), island: at + 1, x, y }));
  const pairs = islands.flatMap((one) =>
    islands.filter((other) => other.island > one.island).map((other) => [one, other]),
  );
  const places = pairs.flatMap(([one, other]) =>
    one && other ? [place(`${one.island}-${other.island}`, (one.x + other.x) / 2, (one.y + other.y) / 2)] : [],
  );
  const has = (name: string, island: string) => name.split("-").includes(island);
  for (const each of places) each.crosses = places.map((other) => other.place).filter((other) => other !== each.place);
  for (const each of places)
    each.crosses = each.crosses.filter((name) => !name.split("-").some((island) => has(each.place, island)));
  return scene([], [], { islands, places });
}

test("a board as large or as crowded as a file allows is drawn within the chart", () => {
  const corners: [number, number][] = [
    [0, 0],
    [40, 0],
    [0, 20],
    [40, 20],
    [20, 10],
    [21, 10],
    [20, 11],
    [1, 1],
    [39, 19],
  ];
  const now = crowd(corners);
  for (const isWide of [true, false]) {
    const layout = arrange(4, true, isWide, now.islands);
    expect(layout.scale).toBeCloseTo(0.35);
    for (const island of now.islands) {
      const { x, y } = spot(island, layout);
      expect(Math.min(x, 1000 - x, y, layout.chart - y)).toBeGreaterThanOrEqual(ISLAND);
    }
    const found = [...berths(now, layout).values()];
    expect(found).toHaveLength(36);
    for (const berth of found)
      for (const point of [berth.at, ...berth.planks.flat(), ...berth.picks])
        expect([point.x, point.y].every((value) => Number.isFinite(value) && value > 0)).toBe(true);
    for (const { x, y } of crossings(berths(now, layout))) expect(Number.isFinite(x + y)).toBe(true);
  }
});

test("our own islands keep their size and their places", () => {
  const layout = arrange(3, true, true, ISLANDS);
  expect(layout.scale).toBe(1);
  expect(spot({ x: 9.5, y: 3 }, layout)).toEqual({ x: 237.5, y: 185 });
});

test("a cross lies where the lines of two places meet", () => {
  const found = crossings(berths(scene([], []), arrange(3, true, true, ISLANDS)));
  expect(found.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([[500, 514]]);
});

test("twelve colours have patterns of their own, all others are grey with their name", () => {
  expect([...PALETTE.keys()].sort()).toEqual([
    "black",
    "blue",
    "brown",
    "green",
    "grey",
    "orange",
    "pink",
    "red",
    "turquoise",
    "violet",
    "white",
    "yellow",
  ]);
  const patterns = [...PALETTE.values()].map((strokes) => JSON.stringify(strokes.map(([, ...line]) => line)));
  expect(new Set(patterns).size).toBe(12);
  expect(new Set([...PALETTE.keys()].map(colorOf)).size).toBe(12);
  expect([isKnown("Pink"), isKnown("bleu marine"), colorOf("bleu marine")]).toEqual([true, false, "#b9bfc2"]);
  expect(strokesOf("bleu marine")).toHaveLength(1);
});
