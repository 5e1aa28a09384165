import { expect, test, vi } from "vitest";
import type { Step, View } from "../wire/messages";
import { type Pace, Stage } from "./stage.svelte";

const step = (seq: number, scene: Step["scene"] = { seq }): Step => ({
  seq,
  kind: "chosen",
  actor: 0,
  choice: null,
  story: [],
  now: [`${seq}`],
  scene,
});
const view = (seq: number, steps: Step[]) => ({ seq, scene: { seq }, steps }) as unknown as View;

/** Let all pending promises run. */
const settle = () => new Promise<void>((done) => setTimeout(done));

function harness(isReduced = false, leastPace: Pace = () => 0, tempo = 1) {
  const shown: number[] = [];
  const hastes: number[] = [];
  const waits: { ms: number; done: () => void }[] = [];
  const timing = {
    wait: (ms: number) => new Promise<void>((done) => waits.push({ ms, done })),
    isReduced: () => isReduced,
    tempo: () => tempo,
    hurry: (haste: number) => hastes.push(haste),
  };
  const stage = new Stage(
    timing,
    (each) => shown.push(each.seq),
    () => 500,
    leastPace,
  );
  const tick = async () => {
    waits.shift()?.done();
    await settle();
  };
  return { stage, shown, waits, hastes, tick };
}

test("the first view is shown at once, and its story told", () => {
  const { stage, shown, waits } = harness();
  stage.show(view(5, [step(4), step(5)]));
  expect(stage.scene).toEqual({ seq: 5 });
  expect(shown).toEqual([4, 5]);
  expect(waits.length).toBe(0);
});

test("a game that starts after waiting for players is shown at once", () => {
  const { stage, waits } = harness();
  stage.show({ seq: 1, scene: {}, steps: [] } as unknown as View);
  stage.show(view(3, [step(2), step(3)]));
  expect([stage.scene, stage.before, stage.isBusy, waits.length]).toEqual([{ seq: 3 }, null, false, 0]);
});

test("later views are shown step by step", async () => {
  const { stage, shown, waits, tick } = harness();
  stage.show(view(1, []));
  stage.show(view(3, [step(2), step(3)]));
  expect([stage.scene.seq, stage.before?.seq, stage.isBusy, waits[0]?.ms]).toEqual([2, 1, true, 500]);
  await tick();
  expect([stage.scene.seq, stage.before?.seq]).toEqual([3, 2]);
  stage.show(view(4, [step(4)]));
  await tick();
  expect(stage.scene.seq).toBe(4);
  await tick();
  expect([stage.isBusy, shown]).toEqual([false, [2, 3, 4]]);
});

test("an event without a scene keeps the shown scene: in memory games only the last move has scenes", async () => {
  const { stage, shown, waits, tick } = harness();
  stage.show(view(1, []));
  stage.show(view(3, [step(2, null), step(3)]));
  expect([stage.scene.seq, shown, waits.length]).toEqual([1, [2], 1]);
  await tick();
  expect([stage.scene.seq, shown]).toEqual([3, [2, 3]]);
});

test("an event sent twice is shown once", async () => {
  const { stage, shown, tick } = harness();
  stage.show(view(1, []));
  stage.show(view(2, [step(2)]));
  stage.show(view(3, [step(2), step(3)]));
  await tick();
  await tick();
  expect([stage.isBusy, shown]).toEqual([false, [2, 3]]);
});

test("skipping shows the end at once and still tells everything", async () => {
  const { stage, shown } = harness();
  stage.show(view(1, []));
  stage.show(view(4, [step(2), step(3), step(4)]));
  stage.skip();
  expect([stage.scene.seq, shown]).toEqual([4, [2, 3, 4]]);
  await settle(); // without the half second of the step
  expect(stage.isBusy).toBe(false);
});

/** The step to scene 3 has to be watched. */
const third: Pace = (_, after) => (after.seq === 3 ? 900 : 0);

test("what must be watched is shown for its time, although all else is skipped", async () => {
  const { stage, shown, waits, tick } = harness(false, third);
  stage.show(view(1, []));
  stage.show(view(4, [step(2), step(3), step(4)]));
  stage.skip();
  await settle();
  expect([stage.before?.seq, stage.scene.seq, stage.isBusy]).toEqual([2, 3, true]);
  stage.skip();
  await settle();
  expect([stage.scene.seq, waits.map(({ ms }) => ms)]).toEqual([3, [400, 900, 500]]);
  await tick();
  await tick();
  expect([stage.scene.seq, stage.isBusy, shown]).toEqual([4, false, [2, 3, 4]]);
});

test("with reduced motion what must be watched takes as long", async () => {
  const { stage, waits } = harness(true, third);
  stage.show(view(2, []));
  stage.show(view(3, [step(3)]));
  expect(waits.map(({ ms }) => ms)).toEqual([900, 350]);
});

test("what a page had not shown yet is shown by the next one, once and in its time", async () => {
  const { stage: first } = harness(false, third);
  first.show(view(1, []));
  expect(first.pending).toBeNull();
  first.show(view(3, [step(2), step(3)]));
  expect(first.pending).toEqual({ scene: { seq: 1 }, steps: [step(2), step(3)] });
  const { stage, shown, tick } = harness(false, third);
  stage.resume(first.pending);
  stage.show(view(4, [step(1), step(2, null), step(3, null), step(4)]));
  expect([stage.before?.seq, stage.scene.seq, stage.isBusy, shown]).toEqual([1, 2, true, [1, 2]]);
  await tick();
  expect([stage.before?.seq, stage.scene.seq]).toEqual([2, 3]);
  await tick();
  await tick();
  await tick();
  expect([stage.scene.seq, stage.isBusy, shown]).toEqual([4, false, [1, 2, 3, 4]]);
});

test("what was undone meanwhile is not shown", () => {
  const { stage, shown } = harness();
  stage.resume({ scene: { seq: 5 }, steps: [step(6)] });
  stage.show(view(4, [step(3), step(4)]));
  expect([stage.scene.seq, stage.isBusy, shown]).toEqual([4, false, [3, 4]]);
});

test("another table or player does not wait for it", async () => {
  const { stage } = harness(false, third);
  stage.show(view(2, []));
  stage.show(view(3, [step(3)]));
  stage.finish();
  await settle();
  expect([stage.scene.seq, stage.isBusy]).toEqual([3, false]);
});

test("the last scene is not drawn again when its step is over", async () => {
  const { stage, tick } = harness();
  stage.show(view(1, []));
  stage.show(view(2, [step(2)]));
  const shown = stage.scene;
  await tick();
  expect([stage.isBusy, stage.scene === shown]).toEqual([false, true]);
});

test("what happened since I chose is shown again, but not told again", async () => {
  const { stage, shown, tick } = harness();
  const by = (actor: number, seq: number) => ({ ...step(seq), actor });
  stage.show(view(1, []));
  stage.show(view(4, [by(0, 2), by(1, 3), by(-1, 4)]));
  for (let each = 0; each < 3; each += 1) await tick();
  expect([stage.canRepeat(0), stage.canRepeat(1), stage.canRepeat(2)]).toEqual([true, true, false]);
  stage.repeat(0);
  expect([stage.isBusy, stage.before?.seq, stage.scene.seq, stage.canRepeat(0)]).toEqual([true, 2, 3, false]);
  await tick();
  expect([stage.before?.seq, stage.scene.seq]).toEqual([3, 4]);
  await tick();
  expect([stage.isBusy, stage.scene.seq, shown]).toEqual([false, 4, [2, 3, 4]]);
});

test("where scenes were not kept nothing is shown again", () => {
  const { stage } = harness();
  stage.show(view(3, [step(2), { ...step(3, null), actor: 1 }]));
  expect(stage.canRepeat(0)).toBe(false);
});

test("with reduced motion a step with something to tell takes a moment and no animation", () => {
  const { stage, waits } = harness(true);
  stage.show(view(1, []));
  stage.show(view(2, [step(2)]));
  expect(waits[0]?.ms).toBe(350);
});

const TEN = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((seq) => step(seq)); // five seconds

test("a page that is behind the game shows everything faster, parts too, until it has caught up", async () => {
  const { stage, waits, hastes, tick } = harness();
  stage.show(view(1, []));
  stage.show(view(11, TEN));
  const taken = [];
  while (stage.isBusy) {
    taken.push(waits[0]?.ms);
    await tick();
  }
  expect(taken).toEqual(Array(10).fill(120));
  expect(hastes).toEqual([...Array(10).fill(0.24), 1]);
});

test("a slow page never hurries", () => {
  const { stage, waits } = harness(false, undefined, 1.6);
  stage.show(view(1, []));
  stage.show(view(11, TEN));
  expect(waits[0]?.ms).toBe(800);
});

test("what must be watched is never hurried", () => {
  const { stage, hastes } = harness(false, () => 900);
  stage.show(view(1, []));
  stage.show(view(11, TEN));
  expect(hastes).toEqual([1]);
});

test("a slow page takes longer, an instant one no time, with or without motion", () => {
  for (const [isReduced, tempo, ms] of [
    [false, 1.6, 800],
    [false, 0.5, 250],
    [true, 1.6, 560],
    [true, 0, 0],
  ] as const) {
    const { stage, waits } = harness(isReduced, undefined, tempo);
    stage.show(view(1, []));
    stage.show(view(2, [step(2)]));
    expect(waits[0]?.ms).toBe(ms);
  }
});

/** Seat 0 may be asked to roll, and rolls in scene 1. */
function holding() {
  const built = harness();
  built.stage.roller = (before) => (before.seq === 1 ? 0 : -1);
  built.stage.isAtHand = (seat) => seat === 0;
  built.stage.show(view(1, []));
  return built;
}

test("a roll is neither shown nor told before its player taps", async () => {
  const { stage, shown, waits, tick } = holding();
  stage.show(view(3, [step(2), step(3)]));
  await settle();
  expect([stage.held, stage.isBusy, stage.scene.seq, shown, waits.length]).toEqual([0, true, 1, [], 0]);
  stage.roll();
  await settle();
  expect([stage.held, stage.scene.seq, shown]).toEqual([-1, 2, [2]]);
  await tick();
  await tick();
  expect([stage.isBusy, shown]).toEqual([false, [2, 3]]);
});

test("a roll of somebody else is shown at once", async () => {
  const { stage } = holding();
  stage.isAtHand = (seat) => seat === 1;
  stage.show(view(2, [step(2)]));
  expect([stage.held, stage.scene.seq]).toEqual([-1, 2]);
});

test("a roll waits although others play on, and not when its player's own time is up", async () => {
  const { stage, shown } = holding();
  stage.show(view(2, [step(2)]));
  stage.show(
    view(4, [
      { ...step(3), actor: 1 },
      { ...step(4), kind: "drawn", actor: -1 },
    ]),
  );
  await settle();
  expect([stage.held, stage.scene.seq, shown]).toEqual([0, 1, []]);
  stage.show(view(5, [step(5)]));
  await settle();
  expect([stage.held, stage.scene.seq, shown]).toEqual([-1, 2, [2]]);
});

test("skipping the moves of others ends at one's own roll", async () => {
  const { stage, shown } = holding();
  stage.roller = (before) => (before.seq === 3 ? 0 : -1);
  stage.show(view(5, [step(2), step(3), step(4), step(5)]));
  stage.skip();
  await settle();
  expect([stage.held, stage.isBusy, stage.scene.seq, shown]).toEqual([0, true, 3, [2, 3]]);
  stage.roll();
  await settle();
  expect([stage.held, stage.scene.seq, shown]).toEqual([-1, 4, [2, 3, 4]]);
  stage.skip();
  expect([stage.scene.seq, shown]).toEqual([5, [2, 3, 4, 5]]);
});

test("finishing while a roll waits tells everything", async () => {
  const { stage, shown } = holding();
  stage.show(view(2, [step(2)]));
  stage.finish();
  await settle();
  expect([stage.held, stage.isBusy, stage.scene.seq, shown]).toEqual([-1, false, 2, [2]]);
});

test("what a page keeps when it is closed contains the roll that waits", () => {
  const { stage } = holding();
  stage.show(view(2, [step(2)]));
  expect(stage.pending).toEqual({ scene: { seq: 1 }, steps: [{ ...step(2), scene: { seq: 2 } }] });
});

/** A first view that ends with the dice of seat 0, drawn after scene 1. */
function opening() {
  const built = harness();
  built.stage.roller = (before) => (before.seq === 1 ? 0 : -1);
  built.stage.isAtHand = (seat) => seat === 0;
  const drawn: Step = { ...step(2), kind: "drawn", actor: -1 };
  return { ...built, first: view(2, [step(1), drawn]) };
}

test("the first roll of a table waits for its tap", async () => {
  const { stage, shown, first } = opening();
  const noted: number[] = [];
  stage.noteTap = (seq) => noted.push(seq);
  stage.show(first);
  expect([stage.isBusy, stage.held, stage.scene.seq, shown, noted]).toEqual([true, 0, 1, [1], []]);
  stage.roll();
  await settle();
  expect([stage.held, stage.scene.seq, shown, noted]).toEqual([-1, 2, [1, 2], [2]]);
});

test("a roll that was tapped for on an earlier page, or is somebody else's, is shown at once", () => {
  for (const [tapped, mine] of [
    [2, 0],
    [-1, 1],
  ]) {
    const { stage, shown, first } = opening();
    stage.tapped = tapped ?? -1;
    stage.isAtHand = (seat) => seat === mine;
    stage.show(first);
    expect([stage.isBusy, stage.held, stage.scene.seq, shown]).toEqual([false, -1, 2, [1, 2]]);
  }
});

test("leaving a table whose first roll waits does not count as a tap", async () => {
  const { stage, shown, first } = opening();
  stage.show(first);
  stage.finish();
  await settle();
  expect([stage.held, stage.isBusy, stage.tapped, shown]).toEqual([-1, false, -1, [1, 2]]);
});

test("a turn that ends with its roll leaves time to read why, tapped or not", async () => {
  for (const isTapped of [true, false]) {
    const { stage, waits } = holding();
    stage.mayHold = () => isTapped;
    stage.show(view(2, []));
    stage.roller = (before) => (before.seq === 2 ? 0 : -1);
    stage.show({ ...view(3, [step(3)]), scene: { seq: 3, turn: 1 } } as View);
    expect(stage.held).toBe(isTapped ? 0 : -1);
    stage.roll();
    await settle();
    expect(waits[0]?.ms).toBe(2000);
  }
});

/** The longest of 64 rounds of three bots in Treasure Boots: what it takes to show each event, by decision. */
const LONG_ROUND = [
  [220],
  [1950],
  [640],
  [220],
  [220, 820, 220],
  [2480, 1460, 640],
  [430],
  [220, 820, 2480, 820],
  [220],
  [640],
  [220, 820, 2480],
  [220],
  [220, 820],
  [220, 3100],
  [1120, 1780, 640],
];
const PAUSE_MS = 300; // between the decisions of bots

test("three bots are watched in six seconds, however much happens", async () => {
  vi.useFakeTimers();
  const timing = {
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
    isReduced: () => false,
    tempo: () => 1,
    hurry: () => {},
  };
  const stage = new Stage(
    timing,
    () => {},
    (_, after) => Number(after.ms),
  );
  stage.show({ seq: 1, scene: { ms: 0 }, steps: [] } as unknown as View);
  const began = Date.now();
  let seq = 1;
  for (const decision of LONG_ROUND) {
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    const steps = decision.map((ms) => step(++seq, { ms }));
    stage.show({ seq, scene: steps.at(-1)?.scene, steps } as unknown as View);
  }
  while (stage.isBusy) await vi.advanceTimersByTimeAsync(10);
  const took = Date.now() - began;
  vi.useRealTimers();
  expect(took).toBeGreaterThan(LONG_ROUND.length * PAUSE_MS); // the last one is not skipped
  expect(took).toBeLessThan(6000);
});
