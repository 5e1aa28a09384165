import { expect, test } from "vitest";
import type { Moment, View } from "../wire/messages";
import { momentAt, nextActor, Playback } from "./playback.svelte";

const MOMENTS: Moment[] = [
  { at: 5, actor: -1, story: ["It begins."] },
  { at: 6, actor: 0, story: ["Anna rolls."] },
  { at: 8, actor: -1, story: ["A four."] },
  { at: 11, actor: 1, story: ["Ben waits."] },
];

function harness({ refused }: { refused?: number } = {}) {
  const requests: string[] = [];
  const view = (at: number, since?: number) => {
    requests.push(since === undefined ? `${at}` : `${since}-${at}`);
    if (at === refused) return Promise.reject(new Error("refused"));
    const step = { seq: at, kind: "chosen", actor: 0, choice: null, story: [], now: [], scene: { at } };
    return Promise.resolve({ at, seq: 11, scene: { at }, steps: [step] } as unknown as View);
  };
  const timing = { wait: () => Promise.resolve(), isReduced: () => true, tempo: () => 1, hurry: () => {} };
  const playback = new Playback({ moments: () => Promise.resolve(MOMENTS), view }, timing);
  return { playback, requests };
}

test("a replay starts with the board as it was set up, even for an earlier row", async () => {
  const { playback, requests } = harness();
  await playback.open(0);
  expect([playback.index, playback.moment?.story, requests]).toEqual([0, ["It begins."], ["5"]]);
  expect(playback.stage.scene).toEqual({ at: 5 });
});

test("a row between two moments belongs to the earlier one", () => {
  expect([0, 5, 7, 8, 99].map((at) => momentAt(MOMENTS, at))).toEqual([0, 0, 1, 2, 3]);
});

test("only the step to the next moment is animated", async () => {
  const { playback, requests } = harness();
  await playback.open(6);
  await playback.go(2);
  await playback.go(0);
  await playback.go(99);
  expect(requests).toEqual(["6", "6-8", "5", "11"]);
  expect([playback.index, playback.last]).toEqual([3, 3]);
});

test("it plays to the end, and then starts again", async () => {
  const { playback, requests } = harness();
  await playback.open(8);
  await playback.play();
  expect([playback.index, playback.isPlaying]).toEqual([3, false]);
  await playback.play();
  expect(requests).toEqual(["8", "8-11", "5", "5-6", "6-8", "8-11"]);
});

test("a response that arrives after a newer request is ignored", async () => {
  const answers: ((view: View) => void)[] = [];
  const view = () => new Promise<View>((answer) => answers.push(answer));
  const timing = { wait: () => Promise.resolve(), isReduced: () => true, tempo: () => 1, hurry: () => {} };
  const playback = new Playback({ moments: () => Promise.resolve(MOMENTS), view }, timing);
  const seen = (at: number) => ({ at, scene: { at }, steps: [] }) as unknown as View;
  const opened = playback.open(0);
  await Promise.resolve();
  await Promise.resolve();
  const gone = playback.go(3);
  answers[1]?.(seen(11));
  answers[0]?.(seen(5));
  await Promise.all([opened, gone]);
  expect([playback.index, playback.view?.at]).toEqual([3, 11]);
});

test("a step during a request starts from its target", async () => {
  const { playback, requests } = harness();
  await playback.open(11);
  await Promise.all([playback.go(2), playback.step(-1)]);
  expect([playback.index, requests]).toEqual([1, ["11", "8", "6"]]);
});

test("a step after a failed request starts from the current moment", async () => {
  const { playback, requests } = harness({ refused: 8 });
  await playback.open(6);
  await expect(playback.go(2)).rejects.toThrow("refused");
  await playback.step(-1);
  expect([playback.index, requests]).toEqual([0, ["6", "6-8", "5"]]);
});

test("a player who continues the game takes the seat that chooses next", () => {
  expect([nextActor(MOMENTS, 0), nextActor(MOMENTS, 1), nextActor(MOMENTS, 3)]).toEqual([0, 1, 0]);
});
