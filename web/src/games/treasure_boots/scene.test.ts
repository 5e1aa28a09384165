import { expect, test } from "vitest";
import { around, berth, CELL, fireLine, fits, nameSpot, place, sectionBox, shownOf } from "./layout";
import { pace } from "./pace";
import {
  addends,
  appeared,
  type BootsScene,
  flights,
  type Good,
  gained,
  isFanfare,
  isRolled,
  outcome,
  type Shot,
  sailed,
  stepsTo,
  stopsOf,
  sunk,
  turnedWind,
  type Vessel,
} from "./scene";

const hold = (fields: Partial<Record<Good, number>> = {}) => ({
  sails: 0,
  guns: 0,
  rum: 0,
  gold: 0,
  white: 0,
  black: 0,
  ...fields,
});
const ship = (name: string, square: number | null, goods: Partial<Record<Good, number>> = {}): Vessel => ({
  ship: name,
  seat: name.startsWith("x") ? null : Number(name),
  square,
  row: 0,
  column: 0,
  hold: hold(goods),
  points: 3,
  pearls: 0,
  worth: 0,
  bonus: 0,
  reach: null,
});
const players = (...scores: number[]) => scores.map((score, seat) => ({ seat, score }));

const scene = (fields: Partial<BootsScene> = {}): BootsScene => ({
  viewer: 0,
  phase: "go",
  turn: 0,
  round: 1,
  wind: "n",
  dice: [1, 4],
  grid: { top: -3, left: -3, rows: 16, columns: 24 },
  sections: [{ id: "A", name: "Pelican Roads", row: 1, column: 1, height: 8, width: 8 }],
  islands: [
    { square: 103, row: 1, column: 4, number: 4, pips: 3, token: "rum", is_rolled: false, is_drawn_for: false },
    { square: 129, row: 2, column: 6, number: 6, pips: 5, token: null, is_rolled: false, is_drawn_for: false },
  ],
  ports: [],
  ships: [ship("0", 152), ship("1", 200, { gold: 1, guns: 1 })],
  target: 30,
  bonus: [0, 0, 1, 2, 4],
  box: hold({ sails: 18, white: 12 }),
  players: players(0, 0),
  acting: "0",
  reach: null,
  shot: null,
  last_shot: null,
  ...fields,
});
const shot: Shot = {
  attacker: "0",
  attacked: "1",
  attack: 4,
  attack_die: 4,
  guns: 0,
  gap: 0,
  defence: null,
  defence_die: null,
  rum: 0,
  hits: 4,
  of: 6,
  is_hit: null,
};
const ms = (before: BootsScene, after: BootsScene) => pace({ ...before }, { ...after });

test("the wind turns clockwise only", () => {
  expect(turnedWind(scene({ wind: "w" }), scene({ wind: "n" }))).toBe(1);
  expect(turnedWind(scene({ wind: "n" }), scene({ wind: "w" }))).toBe(3);
  expect(turnedWind(null, scene())).toBe(0);
  expect(isRolled(scene({ dice: null }), scene())).toBe(true);
  expect(isRolled(scene(), scene())).toBe(false);
  expect(ms(scene({ dice: null, wind: "w" }), scene({ phase: "control" }))).toBe(600 + 320 + 220);
});

test("a way goes back over the squares from which each is reached", () => {
  const reach = [
    { square: 152, cost: 0, pearls: 0, before: null, is_drift: false },
    { square: 127, cost: 1, pearls: 0, before: 152, is_drift: false },
    { square: 103, cost: 2, pearls: 0, before: 127, is_drift: false },
  ];
  expect(stepsTo(reach, 103).map((step) => step.square)).toEqual([127, 103]);
  expect([stepsTo(reach, 152), stepsTo(reach, 80)]).toEqual([[], []]);
  const after = scene({ ships: [ship("0", 103, { rum: 1 }), ship("1", 200)] });
  expect(sailed(scene({ reach }), after)).toEqual({ ship: "0", way: [152, 127, 103], isNew: false });
});

test("a ship lost or not yet at sea does not sail to its port", () => {
  const after = scene({ ships: [ship("0", 250), ship("1", 200)] });
  expect(sailed(scene({ phase: "refuge" }), after)).toEqual({ ship: "0", way: [250], isNew: true });
  expect(sailed(scene({ phase: "port", ships: [ship("0", null), ship("1", 200)] }), after)?.isNew).toBe(true);
  expect(sailed(scene(), scene())).toBeNull();
});

test("treasure appears on islands, and goes into the hold of whoever comes", () => {
  const islands = scene().islands.map((island) => ({ ...island, token: "rum" as const }));
  expect(appeared(scene(), scene({ islands }))).toEqual([129]);
  const taken = scene({
    islands: scene().islands.map((island) => ({ ...island, token: null })),
    ships: [ship("0", 103, { rum: 1 }), ship("1", 200, { gold: 1, guns: 1 })],
  });
  expect(flights(scene(), taken)).toEqual([{ good: "rum", from: 103, to: 103 }]);
});

const last = { attack: 4, attack_die: 4, defence: 2, defence_die: 2, is_hit: true };

test("a hit takes a token from one ship to the other, a miss takes none", () => {
  const before = scene({ phase: "defence_die", shot });
  const ships = [ship("0", 152, { gold: 1 }), ship("1", 200, { guns: 1 })];
  const hit = scene({ phase: "dice", ships, last_shot: last });
  expect(outcome(before, hit)).toMatchObject({ from: 152, to: 200, shot: { is_hit: true } });
  expect(flights(before, hit)).toEqual([{ good: "gold", from: 200, to: 152 }]);
  const missed = scene({ phase: "dice", last_shot: { ...last, defence: 5, defence_die: 5, is_hit: false } });
  expect(outcome(before, missed)?.shot.is_hit).toBe(false);
  const hitting = { ...shot, defence: 2, defence_die: 2, is_hit: true };
  expect(outcome(before, scene({ phase: "lose", shot: hitting }))?.shot.is_hit).toBe(true);
  expect(outcome(before, scene({ phase: "defence_pearls", shot }))).toBeNull();
  expect(ms(before, missed)).toBe(600 + 560 + 1100 + 220);
});

test("a shot that is over at once still shows both dice", () => {
  const before = scene({ phase: "defence_die", shot });
  expect(outcome(before, scene({ phase: "dice", last_shot: last }))?.shot).toEqual({
    ...shot,
    defence: 2,
    defence_die: 2,
    is_hit: true,
  });
  const spent = scene({ phase: "defence_pearls", shot: { ...shot, defence: 3, defence_die: 3 } });
  const saved = scene({ phase: "dice", last_shot: { ...last, defence: 5, defence_die: 3, is_hit: false } });
  expect(outcome(spent, saved)?.shot.defence).toBe(5);
});

test("a privateer that is gone was sunk, and so was a ship that looks for another port", () => {
  const ships = [ship("0", 152), ship("x0", 200)];
  const before = scene({ phase: "defence_die", shot: { ...shot, attacked: "x0" }, ships });
  const after = scene({ phase: "dice", ships: [ship("0", 152, { black: 1 })], last_shot: last });
  expect(outcome(before, after)?.shot.is_hit).toBe(true);
  expect(sunk(before, after)?.square).toBe(200);
  const refuge = scene({ phase: "refuge", shot, ships: [ship("0", 152), ship("1", 200)] });
  const saved = scene({ phase: "dice", ships: [ship("0", 152), ship("1", 250)], last_shot: last });
  expect(sunk(refuge, saved)?.ship).toBe("1");
  expect(sunk(scene({ phase: "defence_die", shot }), scene({ phase: "dice", last_shot: last }))).toBeNull();
  expect(ms(refuge, saved)).toBe(900 + 220);
});

test("a privateer's reach names the pearls of each square", () => {
  expect(stopsOf({ ...ship("x0", 5), reach: [[4, 5], [6]] })).toEqual([
    { square: 4, pearls: 0 },
    { square: 5, pearls: 0 },
    { square: 6, pearls: 1 },
  ]);
  expect(stopsOf(ship("0", 5))).toEqual([]);
});

test("points are counted where the ship is that brings them in, and four colours are a feast", () => {
  const before = scene({ phase: "unload", ships: [ship("0", 125, { sails: 1, rum: 1 })], players: players(3, 0) });
  const after = scene({ phase: "dice", ships: [ship("0", 125)], players: players(6, 0) });
  expect(gained(before, after)).toEqual({ square: 125, points: 3 });
  expect(gained(before, before)).toBeNull();
  expect(isFanfare(flights(before, after))).toBe(false);
  const all = { sails: 1, guns: 1, rum: 1, gold: 2 };
  const full = scene({ phase: "unload", ships: [ship("0", 125, all)], players: players(3, 0) });
  expect(isFanfare(flights(full, after))).toBe(true);
});

test("what is unloaded goes ashore, token by token", () => {
  const before = scene({ phase: "unload", ships: [ship("0", 125, { sails: 2, rum: 1 })], players: players(3, 0) });
  const after = scene({ phase: "dice", ships: [ship("0", 125)], players: players(7, 0) });
  expect(flights(before, after).map((flight) => [flight.good, flight.to])).toEqual([
    ["sails", null],
    ["sails", null],
    ["rum", null],
  ]);
});

test("sections and ships are always in the picture, wherever they are", () => {
  const box = shownOf(scene());
  for (const square of [152, 200]) {
    const spot = place(scene(), square);
    expect(spot.x).toBeGreaterThan(box.x);
    expect(spot.x).toBeLessThan(box.x + box.width);
  }
  const far = shownOf(scene({ ships: [ship("0", 23)] }));
  expect(far.x + far.width).toBeGreaterThanOrEqual(24 * CELL);
  const [section] = scene().sections;
  expect(section && sectionBox(scene(), section)).toEqual({ x: 200, y: 200, width: 400, height: 400 });
  expect(around(scene(), [103], 1)).toEqual({ x: 6 * CELL, y: 3 * CELL, width: 3 * CELL, height: 3 * CELL });
});

test("a chart that was never seen before is shown whole: one row, no margin, sections of one square, long names", () => {
  const odd = scene({
    grid: { top: 7, left: -40, rows: 1, columns: 60 },
    sections: [
      { id: "a", name: "A very long name for a very small sea", row: 7, column: -40, height: 1, width: 1 },
      { id: "a", name: "A very long name for a very small sea", row: 7, column: -39, height: 1, width: 59 },
    ],
    islands: [],
    ports: [{ square: 0, row: 7, column: -40, name: "Port of the Nine Hundred Lanterns" }],
    ships: [ship("0", 59), ship("x11", 0)],
  });
  const box = shownOf(odd);
  expect(box).toEqual({ x: -25, y: -25, width: 61 * CELL, height: 2 * CELL });
  const port = place(odd, 0);
  expect(nameSpot("Port of the Nine Hundred Lanterns", port, box).x).toBeGreaterThan(port.x + 100);
  expect(nameSpot("Ox", port, box)).toEqual({ x: port.x, y: port.y + 41 });
  const [small, wide] = odd.sections.map((section) => sectionBox(odd, section));
  expect([small, wide].map((section) => fits("A very long name for a very small sea", section?.width ?? 0))).toEqual([
    false,
    true,
  ]);
});

test("eight ships fit round one port, and a line of fire ends before the ships", () => {
  const spots = Array.from({ length: 8 }, (_, rank) => berth({ x: 0, y: 0 }, rank, 8));
  expect(new Set(spots.map((spot) => `${Math.round(spot.x)},${Math.round(spot.y)}`)).size).toBe(8);
  expect(berth({ x: 5, y: 6 }, 0, 1)).toEqual({ x: 5, y: 6 });
  expect(fireLine({ x: 0, y: 0 }, { x: 200, y: 0 })).toEqual({
    from: { x: 20, y: 0 },
    to: { x: 180, y: 0 },
    label: { x: 100, y: 0 },
    isUpward: false,
  });
});

test("chances of targets all around are written beyond them, so that none hides another", () => {
  const near = (x: number, y: number) => fireLine({ x: 0, y: 0 }, { x, y });
  expect(near(0, 50).label).toEqual({ x: 0, y: 100 });
  expect(near(0, -50)).toMatchObject({ label: { x: 0, y: -100 }, isUpward: true });
  expect(near(-50, 0).label).toEqual({ x: -115, y: 0 });
});

test("a duel shows what was added when the dice fell: pearls thrown in, but no guns that were taken only then", () => {
  const none = { guns: 0, attackPearls: 0, rum: 0, defencePearls: 0 };
  expect(addends({ ...shot, attack_die: null, attack: 1, guns: 2, gap: 1 })).toEqual({ ...none, guns: 2 });
  expect(addends({ ...shot, attack_die: 4, attack: 7, guns: 2, gap: 1 })).toEqual({
    ...none,
    guns: 2,
    attackPearls: 2,
  });
  expect(addends({ ...shot, attack_die: 5, attack: 5, guns: 1 })).toEqual(none);
  expect(addends({ ...shot, defence_die: 2, defence: 4, rum: 1 })).toEqual({ ...none, rum: 1, defencePearls: 1 });
});

test("a port's name stands above it where it would cover an island below", () => {
  const shown = { x: 0, y: 0, width: 500, height: 500 };
  const port = { x: 225, y: 225 };
  const above = { x: 225, y: 225 - CELL };
  const below = { x: 275, y: 225 + CELL };
  expect(nameSpot("Port Pelican", port, shown, [below])).toEqual({ x: 225, y: 196 });
  expect(nameSpot("Port Pelican", port, shown, [above, below])).toEqual({ x: 225, y: 266 });
  expect(nameSpot("Port Pelican", { x: 225, y: 25 }, shown, [{ x: 225, y: 75 }])).toEqual({ x: 225, y: 66 });
});
