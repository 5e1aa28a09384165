import { expect, test } from "vitest";
import { boatTrips, goodTrips } from "./fleet";
import { arrange, bow, cellsOf, linksOf, placesOf } from "./layout";
import { DIE_MS, MARK_MS, PAY_MS, ROW_MS, TALK_MS, timing } from "./pace";
import { cargoOf, course, delivered, type Field, type Good, type SmugglersScene, spotted, swept } from "./scene";

/** A small sea: two rings of four sectors, one harbour outside. */
const RINGS: [string, number][] = [
  ["I", 5],
  ["O", 11],
];
const SPOTS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;
function fields(beam: number): Field[] {
  const sea = RINGS.flatMap(([ring, far]) =>
    SPOTS.map(([x, y], sector): Field => {
      const round = [`${ring}${(sector + 1) % 4}`, `${ring}${(sector + 3) % 4}`];
      const across = `${ring === "I" ? "O" : "I"}${sector}`;
      return {
        name: `${ring}${sector}`,
        kind: "sea",
        sector,
        at: [15 + x * far, 15 + y * far],
        next: [...round, across, ...(ring === "O" && !sector ? ["H0"] : [])],
        is_lit: sector === beam,
        is_reef: false,
      };
    }),
  );
  const harbour: Field = {
    name: "H0",
    kind: "harbour",
    sector: 0,
    at: [15, 1.4],
    next: ["O0"],
    is_lit: false,
    is_reef: false,
  };
  return [harbour, ...sea];
}
function scene(boats: (string | null)[], beam: number, more: Partial<SmugglersScene> = {}): SmugglersScene {
  return {
    viewer: 0,
    phase: "sail",
    turn: 0,
    round: 1,
    sectors: 4,
    beam,
    danger: [],
    dice: null,
    rolled: null,
    pips: 0,
    white_die: [1, 2, 2, 3, 3, 4],
    lighthouse: [15, 15],
    fields: fields(beam),
    ways: {},
    islands: [{ island: 0, harbour: "H0", stack: 4 }],
    players: boats.map((field, seat) => ({ seat, score: 0, field, is_warned: false })),
    goods: goods({}),
    target: 7,
    ...more,
  };
}

/** All twenty goods, some of them elsewhere than in their stacks. */
function goods(homes: Record<number, string>): Good[] {
  return Array.from({ length: 20 }, (_, token) => {
    return { token, origin: Math.floor(token / 4), dest: null, points: null, home: homes[token] ?? "stack" };
  });
}

/** The same scene with the way of the boat on turn, field by field. */
function rowing(now: SmugglersScene, ...way: string[]): SmugglersScene {
  return { ...now, ways: Object.fromEntries(way.slice(1).map((field, index) => [field, way[index] ?? ""])) };
}

test("the light turns the way its die says, else the short way", () => {
  const [from, to] = [scene(["H0"], 0), scene(["H0"], 3)];
  expect(swept(from, { ...to, rolled: { yellow: "red_3", white: 1 } })).toBe(3);
  expect(swept(from, { ...to, rolled: { yellow: "green_3", white: 1 } })).toBe(-1);
  expect(swept(from, to)).toBe(-1);
  expect(swept(from, { ...from, rolled: { yellow: "green_2", white: 1 } })).toBe(0);
});

test("seen are boats that the light has come to, or that were pushed into it, but not who stood there before", () => {
  expect(spotted(scene(["O1", "I2"], 0), scene(["O1", "I2"], 2))).toEqual([1]);
  expect(spotted(scene(["O1", "I3"], 2), scene(["O2", "I2"], 2))).toEqual([1]);
  expect(spotted(scene(["O1", "I2"], 2), scene(["O0", "I2"], 2))).toEqual([]);
});

test("a boat is drawn on its way field by field, and straight where none is known", () => {
  expect(course(rowing(scene(["H0"], 3), "H0", "O0", "O1", "O2"), "H0", "O2")).toEqual(["H0", "O0", "O1", "O2"]);
  expect(course(rowing(scene(["H0"], 3), "H0", "O0", "O1", "O2"), "H0", "O0")).toEqual(["H0", "O0"]);
  expect(course(scene(["O0"], 3), "O0", "O2")).toEqual(["O0", "O2"]);
});

test("a roll takes its die, each mark of the light, and the talk with whom it meets", () => {
  const dice = { ...scene(["O2"], 0), phase: "dice" };
  const times = timing(dice, scene(["O2"], 2, { rolled: { yellow: "red_2", white: 1 } }));
  expect(times.light).toBe(DIE_MS);
  expect(times.stop).toBe(DIE_MS + 2 * MARK_MS);
  expect(times.end).toBeGreaterThanOrEqual(times.stop + TALK_MS);
});

test("a row takes each field; a pushed boat waits until it is met", () => {
  const [from, to] = [rowing(scene(["H0", "O1"], 3), "H0", "O0", "O1"), scene(["O1", "O2"], 3)];
  const places = placesOf(to);
  const [mover, pushed] = boatTrips(from, to, places, []);
  expect(mover?.via.length).toBe(1);
  expect(pushed?.delay).toBe(2 * ROW_MS);
  expect(pushed?.at).toEqual(places.get("O2"));
});

test("each good is somewhere: in its stack, aboard, adrift or delivered", () => {
  const now = scene(["O1", "O2"], 3, { goods: goods({ 0: "chest 1", 1: "boat 0", 2: "field I1" }) });
  expect([cargoOf(now, 0)?.token, cargoOf(now, 1)]).toEqual([1, undefined]);
  const trips = goodTrips(null, now, placesOf(now), arrange(2, false), boatTrips(null, now, placesOf(now), []));
  expect(trips).toHaveLength(20);
  expect(trips[0]?.scale).toBe(0);
  expect(trips[2]?.at).toEqual(placesOf(now).get("I1"));
});

test("a good aboard rides with its boat, one that changes hands waits for the deed", () => {
  const aboard = { goods: goods({ 1: "boat 0" }) };
  const [from, to] = [rowing(scene(["H0"], 3, aboard), "H0", "O0", "O1"), scene(["O1"], 3, aboard)];
  const boats = boatTrips(from, to, placesOf(to), []);
  const ride = goodTrips(from, to, placesOf(to), arrange(2, false), boats)[1];
  expect([ride?.delay, ride?.ms, ride?.via.length]).toEqual([0, ROW_MS, 1]);
  const lost = scene(["H0"], 3, { goods: goods({ 1: "field O0" }) });
  const toss = goodTrips(from, lost, placesOf(lost), arrange(2, false), boatTrips(from, lost, placesOf(lost), []))[1];
  expect(toss?.at).toEqual(placesOf(lost).get("O0"));
});

test("the tower stands in the middle, and every field of the sea has a cell", () => {
  const now = scene([], 0);
  const tower: Field = { ...(now.fields[1] as Field), name: "T", at: [15, 15] };
  expect(placesOf({ ...now, fields: [...now.fields, tower] }).get("T")).toEqual({ x: 500, y: 500 });
  expect(cellsOf(now).size).toBe(8);
  expect(linksOf(now)).toBe("");
});

test("a sea without rings, of any size, is drawn as discs with links and fits the picture", () => {
  const wild = scene([], 1).fields.map(
    (field, index): Field => ({ ...field, at: [index * index * 40, index * 17], sector: (index * 3) % 4 }),
  );
  const now = { ...scene([], 1), fields: wild };
  for (const { x, y } of placesOf(now).values()) expect(Math.hypot(x - 500, y - 500)).toBeLessThan(395);
  expect([...cellsOf(now).values()].every((cell) => cell.includes("a34,34"))).toBe(true);
  expect(linksOf(now).match(/M/g)).toHaveLength(wild.reduce((sum, field) => sum + field.next.length, 0));
});

test("further ways into a harbour are drawn as links", () => {
  const now = scene([], 1);
  const fields = now.fields.map((field) => (field.kind === "harbour" ? { ...field, next: ["O0", "O1", "O3"] } : field));
  expect(linksOf({ ...now, fields }).match(/M/g)).toHaveLength(3);
});

test("a bow turns the short way", () => {
  expect(bow({ x: 0, y: 0 }, { x: 10, y: 0 }, 0)).toBe(90);
  expect(bow({ x: 0, y: 0 }, { x: -10, y: 0 }, 350)).toBe(270);
  expect(bow({ x: 0, y: 0 }, { x: 0, y: -10 }, 350)).toBe(360);
});

test("there is room for every crew, below the sea or beside it", () => {
  for (const seats of [2, 3, 4]) {
    for (const isWide of [false, true]) {
      const { rooms, width, height } = arrange(seats, isWide);
      expect(rooms).toHaveLength(seats);
      for (const room of rooms) {
        expect(room.x + room.width).toBeLessThanOrEqual(width);
        expect(room.y + room.height).toBeLessThanOrEqual(height);
      }
    }
  }
});

test("what has just been delivered is paid, which takes its time once the boat has come", () => {
  const [from, to] = [scene(["O0"], 3), scene(["H0"], 3, { goods: goods({ 1: "chest 0" }) })];
  expect(delivered(from, to).map((each) => each.token)).toEqual([1]);
  expect([delivered(to, to), delivered(null, to)]).toEqual([[], []]);
  expect(timing(from, to).end).toBe(ROW_MS + PAY_MS + 280);
});
