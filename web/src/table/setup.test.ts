import { expect, test } from "vitest";
import type { GameCard, OptionCard, View } from "../wire/messages";
import {
  applyingOptions,
  asInBook,
  defaultRank,
  isOfBook,
  meAmongBots,
  quickTable,
  rangeText,
  rematch,
  resizeSeats,
} from "./setup";

const ranks = [
  { id: "cabin_boy", name: "" },
  { id: "sailor", name: "" },
  { id: "mate", name: "" },
  { id: "captain", name: "" },
  { id: "admiral", name: "" },
];

test("a quick table is me against sailors", () => {
  const game = { id: "calypso", seats: { least: 2, most: 6, usual: 3 }, ranks } as GameCard;
  expect(quickTable(game)).toMatchObject({ game: "calypso", seats: ["me", "bot:sailor", "bot:sailor"], order: "lot" });
  expect(defaultRank([])).toBe("captain");
});

test("a rematch has the same people, bots and options", () => {
  const seat = (number: number, kind: string, is_mine: boolean, rank?: string, name?: string) => ({
    seat: number,
    kind,
    is_mine,
    rank,
    name: name ?? `player ${number + 1}`,
    is_named: name !== undefined,
  });
  const view = {
    game: "smugglers",
    options: { mild: true },
    lot: null,
    forked: null,
    mine: [1, 2],
    seats: [
      seat(0, "bot", false, "captain"),
      seat(1, "person", true),
      seat(2, "person", true, undefined, "Zoé"),
      seat(3, "person", false, undefined, "Ben"),
    ],
  } as unknown as View;
  expect(rematch(view)).toMatchObject({
    options: { mild: true },
    seats: ["bot:captain", "me", "here", "friend"],
    names: [null, null, "Zoé", null],
    order: "listed",
  });
  expect(rematch({ ...view, lot: [3, 0, 1, 2] }).order).toBe("lot");
  expect(rematch({ ...view, forked: { table: "t", at: 9 } }).order).toBe("lot");
});

test("more seats are filled with bots, fewer are cut off at the end", () => {
  expect(resizeSeats(["me", "friend"], 3, "sailor")).toEqual(["me", "friend", "bot:sailor"]);
  expect(resizeSeats(["me", "friend", "here"], 2, "sailor")).toEqual(["me", "friend"]);
});

test("an option is shown only with the seats and options with which it matters", () => {
  const option = (name: string, when: Record<string, unknown[]>) =>
    ({ name, default: name === "mode" ? "competitive" : true, when }) as unknown as OptionCard;
  const options = [
    option("mode", {}),
    option("talk", { mode: ["coop"], seats: [2, 3] }),
    option("race", { mode: ["competitive"] }),
  ];
  const names = (chosen: Record<string, string>, seats: number) =>
    applyingOptions(options, chosen, seats).map((each) => each.name);
  expect(names({}, 3)).toEqual(["mode", "race"]);
  expect(names({ mode: "coop" }, 3)).toEqual(["mode", "talk"]);
  expect(names({ mode: "coop" }, 1)).toEqual(["mode"]);
});

test("a range of one is one number", () => {
  expect([rangeText(2, 6), rangeText(4, 4)]).toEqual(["2–6", "4"]);
});

test("a continued game has me at one seat and bots at the others", () => {
  expect(meAmongBots(3, 1, "sailor")).toEqual(["bot:sailor", "me", "bot:sailor"]);
});

test("as in the book changes house rules and additions, and keeps variants of the book", () => {
  const option = (name: string, values: [number, string][], book_value: number) =>
    ({ name, default: 0, book_value, values: values.map(([value, origin]) => ({ value, origin })) }) as OptionCard;
  const variant = option(
    "variant",
    [
      [0, "book"],
      [1, "book"],
    ],
    0,
  );
  const house = option(
    "house",
    [
      [0, "book"],
      [1, "house"],
    ],
    0,
  );
  const asked = option(
    "asked",
    [
      [0, "ours"],
      [1, "book"],
    ],
    1,
  ); // our default is another than the book's
  const board = option(
    "board",
    [
      [0, "ours"],
      [1, "ours"],
    ],
    0,
  );
  const options = [variant, house, asked, board];
  expect(asInBook(options, { variant: 1, house: 1, board: 1 })).toEqual({ variant: 1, house: 0, asked: 1, board: 0 });
  expect(options.map((each) => isOfBook(each, 0))).toEqual([true, true, false, true]);
});
