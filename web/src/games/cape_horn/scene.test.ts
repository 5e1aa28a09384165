import { expect, test } from "vitest";
import { around, arrows, berth, coast, place, size, spotsOf, titleAt } from "./layout";
import { pace } from "./pace";
import {
  type Chart,
  type HornScene,
  holder,
  laidCard,
  type Player,
  pileText,
  sailed,
  takenRose,
  zoneAt,
} from "./scene";

const ROWS = [
  "-----##1111111",
  "=====##1111111",
  "33333##1111111",
  "33333##1111111",
  "33333##1111111",
  "33333222222222",
  "33333222222222",
  "33333222222222",
  "33333222222222",
];
const player = (seat: number, fields: Partial<Player> = {}): Player => ({
  seat,
  team: seat,
  start: "N1",
  ship: "L3",
  points: 4,
  cards: 3,
  hand: null,
  roses: { I: null, II: null, III: null },
  rounds: { I: 0, II: 0, III: 0 },
  lacks: { colours: ["red", "green", "yellow"], zones: ["I", "II", "III"] },
  may_finish: false,
  steps_to_line: 10,
  ends: [],
  ...fields,
});
const scene = (fields: Partial<HornScene> = {}): HornScene => ({
  viewer: 0,
  phase: "move",
  turn: 0,
  starter: 0,
  winner: null,
  round: 1,
  stock: 80,
  idle: 0,
  chart: {
    rows: ROWS,
    line: ["A3", "B3", "C3", "D3", "E3"],
    starts: ["N1"],
    stations: [],
    winds: [
      {
        kind: "k",
        name: "tacking wind",
        tint: 5,
        paths: { I: [["S", "S", "E"]], II: [["W", "W", "S"]], III: [["N", "N", "W"]] },
      },
      { kind: "a1", name: "light breeze", tint: 0, paths: { I: [["S"]], II: [["W"]], III: [["N"], ["NE"]] } },
    ],
  },
  cards: [
    { square: "L3", zone: "I", kind: "k", below: [] },
    { square: "C4", zone: "III", kind: "k", below: [] },
  ],
  open: [],
  covering: [],
  players: [
    player(0, { ends: [{ square: "M5", price: 0, kind: "sail", way: ["L3", "L4", "L5", "M5"] }] }),
    player(1, { ship: "C4", ends: [{ square: "line", price: 0, kind: "sail", way: ["C4", "C3", "C2"] }] }),
  ],
  ...fields,
});
const ms = (before: HornScene, after: HornScene) => pace({ ...before }, { ...after });

test("a way over the line ends above the nearest square of the line", () => {
  const { chart } = scene();
  expect(spotsOf(chart, ["C4", "line"])).toEqual([place("C4"), place("C2")]);
  expect(spotsOf(chart, ["H5", "line"])).toEqual([place("H5"), place("E2")]);
});

test("the difference of two scenes tells who sailed, what was laid and which rose was taken", () => {
  const after = scene({
    players: [player(0, { ship: "M5", roses: { I: "green", II: null, III: null } }), player(1, { ship: "C4" })],
  });
  expect(sailed(scene(), after)).toEqual({ seat: 0, way: ["L3", "L4", "L5", "M5"], isSprint: false });
  expect(sailed(null, after)).toBeNull();
  expect(takenRose(scene(), after)).toEqual({ seat: 0, zone: "I" });
  const covered = scene({ cards: [{ square: "L3", zone: "I", kind: "a1", below: ["k"] }] });
  expect(laidCard(scene(), covered)?.kind).toBe("a1");
  expect(laidCard(scene(), after)).toBeNull();
  expect(ms(scene(), after)).toBe(3 * 300 + 900 + 240);
  expect(ms({ ...scene(), phase: "sprint" }, after)).toBe(3 * 190 + 900 + 240);
  expect(ms(scene(), covered)).toBe(620 + 240);
  expect(ms(scene(), scene())).toBe(240);
});

test("a ship that has crossed the line has left the board", () => {
  const over = scene({ phase: "over", players: [player(0), player(1, { ship: null })] });
  expect(sailed(scene(), over)).toEqual({ seat: 1, way: ["C4", "C3", "C2"], isSprint: false });
});

test("a move that was not announced goes straight", () => {
  const [was, is] = [player(0, { ship: "L3" }), player(0, { ship: "A9" })];
  expect(sailed(scene({ players: [was] }), scene({ players: [is] }))?.way).toEqual(["L3", "A9"]);
});

test("the hand of whoever acts is shown if it may be seen, else one's own", () => {
  const duo = scene({ turn: 2, players: [player(0, { hand: ["k"] }), player(1), player(2, { hand: ["a1"] })] });
  expect(holder(duo)?.seat).toBe(2);
  expect(holder(scene({ turn: 1, players: [player(0, { hand: ["k"] }), player(1)] }))?.seat).toBe(0);
  expect(holder(scene({ viewer: -1 }))).toBeNull();
});

test("the water of a square is that of the chart", () => {
  expect(zoneAt(scene().chart, "N7")).toBe("II");
  expect(zoneAt(scene().chart, "F3")).toBeNull();
  expect(zoneAt(scene().chart, "C2")).toBeNull();
});

test("every square lies within the chart, and ships on one square stand apart", () => {
  expect(size(scene().chart)).toEqual({ top: 0, width: 1052, height: 702 });
  expect(titleAt(ROWS)).toEqual({ x: 36, y: 36 });
  expect(place("A1")).toEqual({ x: 71, y: 71 });
  expect(place("N9")).toEqual({ x: 981, y: 631 });
  expect(around([place("A1"), place("C2")], 0)).toEqual({ x: 1, y: 1, width: 280, height: 210 });
  const stood = [0, 1, 2, 3, 4].map((rank) => berth(place("J6"), rank, 5).x);
  expect(new Set(stood).size).toBe(5);
  expect(Math.max(...stood) - Math.min(...stood)).toBeLessThanOrEqual(60);
});

test("the arrows of a card start at one point, take one stop for each step, and stay on the card", () => {
  const fresh = arrows([
    ["S", "S"],
    ["SE", "SE"],
    ["W", "W"],
  ]);
  expect(new Set(fresh.map(([hub]) => `${hub?.x},${hub?.y}`)).size).toBe(1);
  expect(fresh.map((points) => points.length)).toEqual([3, 3, 3]);
  for (const point of fresh.flat()) expect(Math.max(Math.abs(point.x), Math.abs(point.y))).toBeLessThanOrEqual(23);
  expect(arrows([["N", "N"]])).toEqual([
    [
      { x: 0, y: 19 },
      { x: 0, y: 0 },
      { x: 0, y: -19 },
    ],
  ]);
});

test("the coast is one closed line round land that hangs together", () => {
  const path = coast(14, 9, (column, row) => ROWS[row]?.[column] === "#");
  expect(path.match(/M/g)).toHaveLength(1);
  expect(path.endsWith("Z")).toBe(true);
});

test("a chart without room for the title has it below, and a line at its edge has room above", () => {
  const rows = ["11", "1#", "12"];
  const chart = { ...scene().chart, rows, line: ["A1", "B1"] };
  expect(size(chart)).toEqual({ top: 70, width: 422, height: 2 * 36 + 70 + 5 * 70 });
  expect(titleAt(rows)).toEqual({ x: 36, y: 36 + 3.2 * 70 });
  expect(spotsOf(chart, ["B3", "line"])).toEqual([place("B3"), place("B0")]);
  expect(zoneAt(chart, "B3")).toBe("II");
});

test("room for the title is found anywhere on the chart", () => {
  expect(titleAt(["1111111", "11-----", "11====="])).toEqual({ x: 36 + 2 * 70, y: 36 + 70 });
});

test("kinds never seen before are named and drawn by their paths", () => {
  const wind = {
    kind: "g9",
    name: "gale",
    tint: 3,
    paths: { I: [], II: [], III: [["N", "N", "N", "N", "E", "E"] as const] },
  };
  const chart = { ...scene().chart, winds: [wind] } as unknown as Chart;
  const say = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
  const card = { square: "C4", zone: "III" as const, kind: "g9", below: ["g9"] };
  expect(pileText(chart, card, say)).toContain('"card":"gale"');
  for (const point of arrows(wind.paths.III).flat())
    expect(Math.max(Math.abs(point.x), Math.abs(point.y))).toBeLessThanOrEqual(23);
});
