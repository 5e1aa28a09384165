import { expect, test } from "vitest";
import type { LiveListener } from "../wire/live";
import type { View } from "../wire/messages";
import { type Connection, Session } from "./session.svelte";

function harness() {
  const sent: string[] = [];
  let listener: LiveListener | undefined;
  const connection: Connection = {
    start: () => sent.push("start"),
    close: () => sent.push("close"),
    choose: (seq, choice, seat) => sent.push(`choose ${seq} ${choice} ${seat}`),
    undo: (seq, seat) => sent.push(`undo ${seq} ${seat}`),
    greet: (greeting) => sent.push(`greet ${greeting}`),
    look: (seat) => sent.push(`look ${seat}`),
    handOver: (seat, since) => sent.push(`handOver ${seat} ${since ?? "all"}`),
    retry: () => sent.push("retry"),
    setLanguage: (language) => sent.push(`language ${language}`),
  };
  const session = new Session((given) => {
    listener = given;
    return connection;
  });
  return { session, sent, listener: listener as LiveListener };
}

const view = (fields: Partial<View>): View =>
  ({
    seq: 1,
    viewer: 0,
    mine: [0],
    to_act: 0,
    seats: [],
    scene: { phase: "row" },
    steps: [],
    story: [],
    choices: [{ id: "row", text: "row" }],
    can_undo: false,
    greetings: [{ id: "ahoy", text: "Ahoy!" }],
    ...fields,
  }) as unknown as View;
const step = (seq: number, text: string) => ({
  seq,
  kind: "chosen",
  actor: 0,
  choice: null,
  story: [text],
  now: [`${text}!`],
  scene: {},
});

test("a choice is sent once, with the state it answers", () => {
  const { session, sent, listener } = harness();
  listener.view(view({}));
  const [choice] = session.choices;
  if (!choice) throw new Error("nothing offered");
  session.choose(choice);
  session.choose(choice);
  expect(sent).toEqual(["choose 1 row 0"]);
  expect(session.choices).toEqual([]);
});

test("a refusal is shown, and the choices come back", () => {
  const { session, listener } = harness();
  listener.view(view({}));
  session.choose(session.choices[0] as never);
  listener.refused("table/stale", "too late.");
  expect(session.refusal).toEqual({ code: "table/stale", sentence: "Too late." });
  expect(session.choices.length).toBe(1);
});

test("the next player's view is requested only after they took the device", () => {
  const { session, sent, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, choices: [] }));
  expect(session.waitsFor).toBe(1);
  expect(sent).toEqual([]);
  session.takeDevice(1);
  expect(sent).toEqual(["handOver 1 all"]);
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1 }));
  expect([session.waitsFor, session.choices.length]).toEqual([null, 1]);
});

test("without secrets the screen follows the acting seat", () => {
  const { session, sent, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, has_secrets: false, choices: [] }));
  expect([session.waitsFor, sent]).toEqual([null, ["look 1"]]);
});

test("each player at one browser sees only their own story", () => {
  const { session, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 0, steps: [step(1, "mine")] }));
  session.takeDevice(1);
  expect(session.story).toEqual([]);
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1, seq: 2, steps: [step(2, "theirs")] }));
  session.takeDevice(0);
  expect(session.story.map((line) => line.kept)).toEqual(["mine"]);
});

test("a player who takes the device gets the whole story, and later what they missed", () => {
  const { session, sent, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, seq: 3, steps: [step(3, "c")], choices: [] })); // the page was reloaded
  session.takeDevice(1);
  session.takeDevice(1); // a double click
  const story = ["a", "b", "c"].map((text, index) => ({ seq: index + 1, kind: "chosen", seat: 0, text }));
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1, seq: 3, story, steps: [step(3, "c")] }));
  expect(session.story.map((line) => line.kept)).toEqual(["a", "b", "c"]);
  session.takeDevice(0);
  expect(session.story.map((line) => line.kept)).toEqual(["c"]);
  expect(sent).toEqual(["handOver 1 all", "handOver 1 all", "handOver 0 3"]);
});

test("without secrets the animation continues when the screen turns to the next player", () => {
  const { session, listener } = harness();
  listener.view(view({ mine: [0, 1], has_secrets: false }));
  listener.view(view({ mine: [0, 1], has_secrets: false, seq: 2, to_act: 1, steps: [step(2, "a")], choices: [] }));
  listener.view(view({ mine: [0, 1], has_secrets: false, seq: 2, to_act: 1, viewer: 1 }));
  expect(session.stage.isBusy).toBe(true);
});

test("events sent again after a reconnect appear in the story once", () => {
  const { session, listener } = harness();
  listener.view(view({ seq: 2, steps: [step(1, "a"), step(2, "b")] }));
  session.stage.reset();
  listener.view(view({ seq: 3, steps: [step(2, "b"), step(3, "c")] }));
  expect(session.story.map((line) => line.kept)).toEqual(["a", "b", "c"]);
  expect(session.story[0]?.text).toBe("a!");
});

test("an undone event leaves the story", () => {
  const { session, listener } = harness();
  listener.view(view({ seq: 2, steps: [step(1, "a"), step(2, "b")] }));
  listener.view(view({ seq: 1, steps: [] }));
  expect(session.story.map((line) => line.kept)).toEqual(["a"]);
});

test("a gesture is shown in words, and on the board", () => {
  const { session, listener } = harness();
  listener.view(view({ gestures: [{ id: "tile_3", part: "tile 3", text: "Look!" }] }));
  listener.greeting(1, "tile_3");
  expect(session.bubbles.map((bubble) => bubble.text)).toEqual(["Look!"]);
  expect(session.pointings.map(({ seat, part }) => [seat, part])).toEqual([[1, "tile 3"]]);
});

test("a greeting is shown in words", () => {
  const { session, listener } = harness();
  listener.view(view({}));
  listener.greeting(1, "ahoy");
  expect(session.bubbles.map((bubble) => [bubble.seat, bubble.text])).toEqual([[1, "Ahoy!"]]);
});

test("when the lot is drawn, the story so far shows the new seats", () => {
  const { session, listener } = harness();
  const waiting = { to_act: -1, scene: {}, choices: [], lot: null };
  listener.view(
    view({ ...waiting, seq: 2, steps: [step(1, "Anna sits down"), { ...step(2, "Ben sits down"), actor: 1 }] }),
  );
  listener.view(
    view({ seq: 3, viewer: 1, mine: [1], lot: [1, 0], steps: [{ ...step(3, "The game begins"), actor: -1 }] }),
  );
  expect(session.story.map(({ actor, kept }) => [actor, kept])).toEqual([
    [1, "Anna sits down"],
    [0, "Ben sits down"],
    [-1, "The game begins"],
  ]);
});
