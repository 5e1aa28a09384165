import { expect, test } from "vitest";
import { arrange, berth, round, SLOTS, STONES_AT, stations, TILE, whirlAngles, whirlAt } from "./layout";
import { pace } from "./pace";
import { type CalypsoScene, carrier, fishIn, isStirred, swum, turned } from "./scene";

const players = (...scores: number[]) => scores.map((score, seat) => ({ seat, score }));
const scene = (fields: Partial<CalypsoScene> = {}): CalypsoScene => ({
  viewer: 0,
  phase: "die",
  turn: 0,
  round: 1,
  target: 10,
  players: players(2, 0, 1),
  ring: ["shark", "red", "net", "green", "mixed", "blue", "yellow"],
  calypso: 5,
  die: null,
  sought: null,
  tiles: ["red", "blue", "yellow", "red", "green", "blue"].map((colour, index) => ({
    tile: index + 1,
    colour: colour as "red",
    slot: [0, 2, 3, 5, 6, 8][index] ?? null,
    corner: null,
  })),
  fish: { net: 27 },
  ...fields,
});
const ms = (before: CalypsoScene, after: CalypsoScene) => pace({ ...before }, { ...after });

test("Calypso swims on, also over the top of the ring", () => {
  expect(swum(scene(), scene({ calypso: 1 }))).toBe(3);
  expect(swum(scene(), scene())).toBe(0);
  expect(swum(null, scene())).toBe(0);
});

test("he passes the stones between, not the ends", () => {
  expect(stations(5, 1)).toHaveLength(2);
  expect(stations(5, 6)).toEqual([]);
});

test("a tile with another side up was turned", () => {
  const tiles = scene().tiles.map((tile) => (tile.tile === 3 ? { ...tile, colour: "green" as const } : tile));
  expect(turned(scene(), scene({ tiles }))).toEqual([3]);
});

test("fish are in the net and in ponds, or saved, caught and free", () => {
  expect(fishIn(scene())).toEqual({ pond0: 2, pond1: 0, pond2: 1, net: 27 });
  const together = scene({ fish: { saved: 3, net: 1, shark: 2, reserve: 24, limit: 10 } });
  expect(fishIn(together)).toEqual({ saved: 3, net: 1, shark: 2, reserve: 24 });
});

test("a turned tile takes less than a second, a swim the die and each stone", () => {
  const tiles = scene().tiles.map((tile) => (tile.tile === 3 ? { ...tile, colour: "green" as const } : tile));
  expect(ms(scene(), scene({ tiles }))).toBe(880);
  expect(ms(scene(), scene({ calypso: 1 }))).toBe(520 + 3 * 230 + 260);
  expect(ms(scene(), scene({ players: players(3, 0, 1), fish: { net: 26 } }))).toBe(650);
  expect(ms(scene(), scene())).toBe(260);
});

test("tiles fit between the stones, and ponds into the picture, for every number of seats", () => {
  const far = Math.max(...SLOTS.map((slot) => Math.hypot(slot.x - 500, slot.y - 478))) + TILE;
  const near = Math.min(...STONES_AT.map((stone) => Math.hypot(stone.x - 500, stone.y - 478))) - 88;
  expect(far).toBeLessThan(near);
  for (const isWide of [false, true]) {
    for (let seats = 1; seats <= 6; seats += 1) {
      const layout = arrange(seats, isWide);
      expect(layout.ponds).toHaveLength(seats);
      for (const pond of layout.ponds) {
        expect(pond.x + pond.width).toBeLessThanOrEqual(layout.width);
        expect(pond.y + pond.height).toBeLessThanOrEqual(layout.height);
        expect(berth(pond, 11, 12).x).toBeLessThanOrEqual(pond.x + pond.width);
      }
    }
  }
});

test("in a whirl the tiles keep their order round the middle, have room, and come back to where they began", () => {
  const angles = whirlAngles(scene().tiles); // 1 2 / 3 4 / 5 6 on the left and on the right
  const clockwise = [...angles].sort(([, one], [, other]) => one - other).map(([tile]) => tile);
  expect(clockwise).toEqual([5, 3, 1, 2, 4, 6]);
  const [first, second] = [...angles.values()].sort((one, other) => one - other).map(whirlAt);
  expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(2 * TILE);
  expect(round(30)).toHaveLength(12);
  expect(round(30)[0]).toEqual(whirlAt(30));
});

test("the sand is stirred when all tiles are lifted at once, and that takes its time", () => {
  const lifted = scene({ tiles: scene().tiles.map((tile) => ({ ...tile, slot: null })) });
  expect([isStirred(scene(), lifted), isStirred(lifted, lifted), isStirred(lifted, scene())]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ms(scene(), lifted)).toBe(13 * 95 + 260);
});

test("the shark carries what it steals, the net what it takes back; what is freed swims by itself", () => {
  expect(carrier("pond1", "pond0")).toBe("shark");
  expect(carrier("reserve", "shark")).toBe("shark");
  expect(carrier("pond1", "net")).toBe("net");
  expect(carrier("net", "pond0")).toBeNull();
  expect(carrier("net", "net")).toBeNull();
});
