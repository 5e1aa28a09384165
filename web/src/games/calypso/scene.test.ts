import { expect, test } from "vitest";
import type { Step } from "../../wire/messages";
import { arrange, berth, hollowAt, round, STONES_AT, stations, TILE, whirlAngles, whirlAt } from "./layout";
import { leastPace, pace } from "./pace";
import {
  type CalypsoScene,
  type Colour,
  carrier,
  fishIn,
  HOLLOWS,
  isStirred,
  marksBetween,
  marksOf,
  moved,
  swum,
  turned,
} from "./scene";

const LETTERS: Record<string, Colour> = { R: "red", B: "blue", Y: "yellow", G: "green" };
const tile = (letter: string) => ({ colour: LETTERS[letter] ?? null, corner: null, number: null });
const players = (...scores: number[]) => scores.map((score, seat) => ({ seat, score }));

/** What lies in the hollows a to i, "R" or ".", and what is lifted, "aR cB". */
const laid = (sand: string, lifted = "") => ({
  hollows: [...sand].map((letter) => (letter === "." ? null : tile(letter))),
  lifted: (lifted ? lifted.split(" ") : []).map((each) => ({ hollow: each[0] ?? "", ...tile(each[1] ?? "") })),
});
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
  ...laid("R.BY.RG.B"),
  waves_left: null,
  fish: { net: 27 },
  ...fields,
});
const lifted = scene(laid(".........", "aR cB dY fR gG iB"));
const ms = (before: CalypsoScene, after: CalypsoScene) => pace({ ...before }, { ...after });

test("Calypso swims on, also over the top of the ring and more than once round", () => {
  expect(swum(scene(), scene({ calypso: 1, die: 3 }))).toBe(3);
  expect(swum(scene(), scene({ calypso: 6, die: 8 }))).toBe(8);
  expect(swum(scene(), scene())).toBe(0);
  expect(swum(null, scene())).toBe(0);
});

test("he passes the stones between, not the ends", () => {
  expect(stations(5, 3)).toHaveLength(2);
  expect([stations(5, 1), stations(5, 0)]).toEqual([[], []]);
  expect(stations(5, 9)).toHaveLength(8);
});

test("a tile with another side up was turned, where it lay or where it went", () => {
  expect(turned(scene(), scene(laid("R.BG.RG.B")))).toEqual(["d"]);
  expect(turned(scene(), scene(laid("R.B.GRG.B")))).toEqual(["e"]);
  expect(turned(scene(), scene(laid("R.B.YRG.B")))).toEqual([]);
  expect(turned(scene(), scene(laid(".........", "aG cB dY fR gG iB")))).toEqual(["a"]);
});

test("a tile moves from one hollow to another, or from the whirl into a hollow", () => {
  expect(moved(scene(), scene(laid("R.B.YRG.B")))).toEqual({ from: "d", to: "e" });
  expect(moved(scene(), scene(laid("R.BG.RG.B")))).toBeNull();
  expect(moved(scene(), lifted)).toBeNull();
  const settled = scene(laid("....R....", "cB dY fR gG iB"));
  expect(moved(lifted, settled)).toEqual({ from: "a", to: "e" });
  expect(moved(settled, scene(laid("B...R....", "dY fR gG iB")))).toEqual({ from: "c", to: "a" });
  expect([turned(lifted, settled), marksBetween(lifted, settled).paths]).toEqual([[], [{ from: "a", to: "e" }]]);
});

const step = (choice: string | null, after: CalypsoScene): Step => ({
  seq: 1,
  kind: choice ? "chosen" : "drawn",
  actor: 0,
  choice,
  story: [],
  now: [],
  scene: { ...after },
});

test("a page that is loaded again tells the same of the last move", () => {
  const put = [step("turn d to e", scene(laid("R.B.YRG.B"))), step(null, scene(laid("R.B.GRG.B")))];
  expect(marksOf(put)).toEqual({ turned: ["e"], paths: [{ from: "d", to: "e" }] });
  expect(marksOf([step("name d green", scene())])).toEqual({ turned: ["d"], paths: [] });
  expect(marksOf([step("mix a d", scene())])).toEqual({ turned: ["a", "d"], paths: [] });
  const stirred = [
    step("turn d to e", scene()),
    step("mix nothing", lifted),
    step(null, scene(laid("....R....", "cB dY fR gG iB"))),
    step(null, scene(laid("B...R....", "dY fR gG iB"))),
  ];
  expect(marksOf(stirred)).toEqual({
    turned: [],
    paths: [
      { from: "a", to: "e" },
      { from: "c", to: "a" },
    ],
  });
});

test("moves before the last one leave no mark", () => {
  const nothing = { turned: [], paths: [] };
  expect(marksOf([step("turn d to e", scene()), step("roll", scene())])).toEqual(nothing);
  expect(marksOf([])).toEqual(nothing);
});

test("fish are in the net and in ponds, or saved, caught and free", () => {
  expect(fishIn(scene())).toEqual({ pond0: 2, pond1: 0, pond2: 1, net: 27 });
  const together = scene({ fish: { saved: 3, net: 1, shark: 2, reserve: 24, limit: 10 } });
  expect(fishIn(together)).toEqual({ saved: 3, net: 1, shark: 2, reserve: 24 });
});

test("a turned tile takes less than a second, a moved one longer, a swim the die and each stone", () => {
  expect(ms(scene(), scene(laid("R.BG.RG.B")))).toBe(880);
  expect(ms(scene(), scene(laid("R.B.YRG.B")))).toBe(1260);
  expect(ms(scene(), scene({ calypso: 1, die: 3 }))).toBe(520 + 3 * 230 + 260);
  expect(ms(scene(), scene({ players: players(3, 0, 1), fish: { net: 26 } }))).toBe(650);
  expect(ms(scene(), scene())).toBe(260);
});

test("tiles have to be watched, all else may be skipped", () => {
  const least = (after: CalypsoScene) => leastPace({ ...scene() }, { ...after });
  expect([least(scene(laid("R.BG.RG.B"))), least(scene(laid("R.B.YRG.B")))]).toEqual([880, 1260]);
  expect([least(scene({ calypso: 1, die: 3 })), least(scene({ fish: { net: 26 } }))]).toEqual([0, 0]);
});

test("tiles fit between the stones, and ponds into the picture, for every number of seats", () => {
  const places = HOLLOWS.map(hollowAt);
  const far = Math.max(...places.map((place) => Math.hypot(place.x - 500, place.y - 478))) + TILE;
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
  const angles = whirlAngles(lifted.lifted); // a c / d f / g i on the left and on the right
  const clockwise = [...angles].sort(([, one], [, other]) => one - other).map(([hollow]) => hollow);
  expect(clockwise).toEqual(["g", "d", "a", "c", "f", "i"]);
  const [first, second] = [...angles.values()].sort((one, other) => one - other).map(whirlAt);
  expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(2 * TILE);
  expect(round(30)).toHaveLength(12);
  expect(round(30)[0]).toEqual(whirlAt(30));
});

test("the sand is stirred when all tiles are lifted at once, and that takes its time", () => {
  expect([isStirred(scene(), lifted), isStirred(lifted, lifted), isStirred(lifted, scene())]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ms(scene(), lifted)).toBe(13 * 160 + 260);
});

test("the shark carries what it steals, the net what it takes back; what is freed swims by itself", () => {
  expect(carrier("pond1", "pond0")).toBe("shark");
  expect(carrier("reserve", "shark")).toBe("shark");
  expect(carrier("pond1", "net")).toBe("net");
  expect(carrier("net", "pond0")).toBeNull();
  expect(carrier("net", "net")).toBeNull();
});
