import { expect, test } from "vitest";
import type { LiveListener } from "../wire/live";
import type { View } from "../wire/messages";
import { type Connection, Session } from "./session.svelte";

function harness() {
  const said: string[] = [];
  let listener: LiveListener | undefined;
  const connection: Connection = {
    start: () => said.push("start"),
    close: () => said.push("close"),
    choose: (seq, choice, seat) => said.push(`choose ${seq} ${choice} ${seat}`),
    undo: (seq, seat) => said.push(`undo ${seq} ${seat}`),
    greet: (greeting) => said.push(`greet ${greeting}`),
    look: (seat) => said.push(`look ${seat}`),
    handOver: (seat, since) => said.push(`hand ${seat} ${since ?? "all"}`),
    retry: () => said.push("retry"),
    setLanguage: (language) => said.push(`speak ${language}`),
  };
  const session = new Session((given) => {
    listener = given;
    return connection;
  });
  return { session, said, listener: listener as LiveListener };
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
const told = (seq: number, text: string) => ({
  seq,
  kind: "chosen",
  actor: 0,
  choice: null,
  story: [text],
  now: [`${text}!`],
  scene: {},
});

test("a choice is sent once, with the state it answers", () => {
  const { session, said, listener } = harness();
  listener.view(view({}));
  const [choice] = session.choices;
  if (!choice) throw new Error("nothing offered");
  session.choose(choice);
  session.choose(choice);
  expect(said).toEqual(["choose 1 row 0"]);
  expect(session.choices).toEqual([]);
});

test("what is refused is told, and choices come back", () => {
  const { session, listener } = harness();
  listener.view(view({}));
  session.choose(session.choices[0] as never);
  listener.refused("table/stale", "too late.");
  expect(session.refusal).toEqual({ code: "table/stale", sentence: "Too late." });
  expect(session.choices.length).toBe(1);
});

test("the next person's secrets are asked for only after the device was taken", () => {
  const { session, said, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, choices: [] }));
  expect(session.waitsFor).toBe(1);
  expect(said).toEqual([]);
  session.takeDevice(1);
  expect(said).toEqual(["hand 1 all"]);
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1 }));
  expect([session.waitsFor, session.choices.length]).toEqual([null, 1]);
});

test("where nothing is secret the screen turns to whoever acts by itself", () => {
  const { session, said, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, has_secrets: false, choices: [] }));
  expect([session.waitsFor, said]).toEqual([null, ["look 1"]]);
});

test("each person at one browser finds the own story again, and nobody the other's", () => {
  const { session, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 0, steps: [told(1, "mine")] }));
  session.takeDevice(1);
  expect(session.story).toEqual([]);
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1, seq: 2, steps: [told(2, "theirs")] }));
  session.takeDevice(0);
  expect(session.story.map((line) => line.kept)).toEqual(["mine"]);
});

test("whoever takes the device is told all, also what is too old to be shown, and later what was missed", () => {
  const { session, said, listener } = harness();
  listener.view(view({ mine: [0, 1], to_act: 1, seq: 3, steps: [told(3, "c")], choices: [] })); // the page was opened anew
  session.takeDevice(1);
  session.takeDevice(1); // twice, by an impatient hand
  const story = ["a", "b", "c"].map((text, index) => ({ seq: index + 1, kind: "chosen", seat: 0, text }));
  listener.view(view({ mine: [0, 1], to_act: 1, viewer: 1, seq: 3, story, steps: [told(3, "c")] }));
  expect(session.story.map((line) => line.kept)).toEqual(["a", "b", "c"]);
  session.takeDevice(0);
  expect(session.story.map((line) => line.kept)).toEqual(["c"]);
  expect(said).toEqual(["hand 1 all", "hand 1 all", "hand 0 3"]);
});

test("where nothing is secret what is being shown goes on when the screen turns to the next person", () => {
  const { session, listener } = harness();
  listener.view(view({ mine: [0, 1], has_secrets: false }));
  listener.view(view({ mine: [0, 1], has_secrets: false, seq: 2, to_act: 1, steps: [told(2, "a")], choices: [] }));
  listener.view(view({ mine: [0, 1], has_secrets: false, seq: 2, to_act: 1, viewer: 1 }));
  expect(session.stage.isBusy).toBe(true);
});

test("events told again after a reconnect stand in the story once", () => {
  const { session, listener } = harness();
  listener.view(view({ seq: 2, steps: [told(1, "a"), told(2, "b")] }));
  session.stage.reset();
  listener.view(view({ seq: 3, steps: [told(2, "b"), told(3, "c")] }));
  expect(session.story.map((line) => line.kept)).toEqual(["a", "b", "c"]);
  expect(session.story[0]?.text).toBe("a!");
});

test("an undone event leaves the story", () => {
  const { session, listener } = harness();
  listener.view(view({ seq: 2, steps: [told(1, "a"), told(2, "b")] }));
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
