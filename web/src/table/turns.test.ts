import { expect, test } from "vitest";
import type { Stage } from "../board/stage.svelte";
import type { Seat, View } from "../wire/messages";
import english from "../words/en.json";
import french from "../words/fr.json";
import { type Texts, translator } from "../words/say";
import { actorShown, clockText, reasonShown, replayPath, scoresOf, seatToHandOver, standings, turnOf } from "./turns";

const seat = (number: number, kind: Seat["kind"]): Seat => ({
  seat: number,
  kind,
  name: `S${number}`,
  is_named: false,
  rank: null,
  rank_name: null,
  is_away: false,
  is_mine: false,
  is_here: true,
  is_taken_over: false,
});
const view = (fields: Partial<View>) =>
  ({
    viewer: 0,
    mine: [0, 1],
    to_act: 1,
    seats: [seat(0, "person"), seat(1, "person"), seat(2, "bot")],
    ...fields,
  }) as View;

test("the device is handed over before the next person at this browser acts", () => {
  expect(seatToHandOver(view({}))).toBe(1);
});

test("the device is not handed over to the same player, a bot, a remote player, or without secrets", () => {
  expect(seatToHandOver(view({ to_act: 0 }))).toBeNull();
  expect(seatToHandOver(view({ to_act: 2 }))).toBeNull();
  expect(seatToHandOver(view({ mine: [0] }))).toBeNull();
  expect(seatToHandOver(view({ has_secrets: false }))).toBeNull();
  expect(seatToHandOver(view({ to_act: -2 }))).toBeNull();
});

test("the turn is mine, theirs, a bot's or over", () => {
  expect([0, 1, 2, -2].map((to_act) => turnOf(view({ to_act })))).toEqual(["mine", "theirs", "bot", "over"]);
  expect(turnOf(view({ to_act: 0, viewer: 1, seats: [seat(0, "open")] }))).toBe("waiting");
});

const shown = (step: object | null, fields = {}) =>
  ({ held: -1, isBusy: true, before: { turn: 0 }, scene: { turn: 1 }, step, ...fields }) as unknown as Stage;
const drawn = { kind: "drawn", actor: -1, now: ["The net."] };
const chosen = { kind: "chosen", actor: 2, now: ["To the reef."] };

test("while steps are shown, the turn is that of who chose, or of who rolled, although the roll may end it", () => {
  expect(actorShown(shown(chosen))).toBe(2);
  expect(actorShown(shown(drawn))).toBe(0);
  expect(actorShown(shown(chosen, { held: 0 }))).toBe(0);
  expect(actorShown(shown(null, { before: null, scene: {} }))).toBe(-1);
  expect(turnOf(view({ to_act: -1 }))).toBe("shown");
});

test("the reason of what was drawn is shown, and nothing about what somebody chose", () => {
  expect(reasonShown(shown(drawn))).toBe("The net.");
  expect(reasonShown(shown(chosen))).toBe("");
  expect(reasonShown(shown(drawn, { held: 0 }))).toBe("");
  expect(reasonShown(shown(drawn, { isBusy: false }))).toBe("");
});

test("clocks show minutes and seconds, then hours, then days", () => {
  const texts = (language: string, words: Texts) =>
    [65, 0.4, -3, 3600, 86_400 * 3.5].map((seconds) => clockText(seconds, translator(words, language)));
  expect(texts("en", english)).toEqual(["1:05", "0:00", "0:00", "1 h", "3 d"]);
  expect(texts("fr", french)).toEqual(["1:05", "0:00", "0:00", "1\u00a0h", "3\u00a0j"]);
});

test("standings begin with the winner and keep equal places in the order of seats", () => {
  expect(standings([2, 1, 2]).map((each) => each.seat)).toEqual([1, 0, 2]);
});

test("scores are those of the players in the scene, if the game has any", () => {
  expect(scoresOf({ players: [{ score: 3 }, { score: 0 }] })).toEqual([3, 0]);
  expect(scoresOf({ players: [{ score: 0 }, { score: 0 }] })).toEqual([]);
  expect(scoresOf({ players: [{ captain: "5" }] })).toEqual([]);
  expect(scoresOf({})).toEqual([]);
});

test("before all seats are taken, the page waits", () => {
  expect(turnOf(view({ to_act: -1, seats: [seat(0, "person"), seat(1, "open")] }))).toBe("waiting");
});

test("the replay of a running game shows the current viewer's side", () => {
  const running = { table: "k3f", status: "running", is_over: false, has_memory: false, viewer: 1 } as const;
  expect(replayPath(view(running))).toBe("/t/k3f?at=0&seat=1");
  expect(replayPath(view({ ...running, viewer: -1 }))).toBe("/t/k3f?at=0&seat=-1");
  expect(replayPath(view({ ...running, has_memory: true }))).toBeNull();
  expect(replayPath(view({ ...running, status: "waiting" }))).toBeNull();
  expect(replayPath(view({ ...running, status: "over", is_over: true, has_memory: true }))).toBe("/t/k3f?at=0");
});
