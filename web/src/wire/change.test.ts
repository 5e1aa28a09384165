import { expect, test } from "vitest";
import { applied, type Update, updated, withPresence } from "./change";
import type { View } from "./messages";

const scene = { turn: 0, fields: [{ name: "a" }, { name: "b" }], dice: null };
const view = { seq: 4, at: 4, viewer: 0, to_act: 0, scene, steps: [], story: [], choices: [] } as unknown as View;

function update(after: number): Update {
  const step = { kind: "chosen", actor: 0, choice: "row", story: ["Ada rows."], now: ["Ada rows."] };
  return {
    type: "update",
    after,
    seq: 6,
    viewer: 0,
    to_act: 1,
    steps: [
      { ...step, seq: 5, scene: { fields: { 1: { name: ["c"] } } } },
      { ...step, seq: 6, scene: { dice: [[1, 2]], turn: [1] } },
    ],
    choices: [],
    not_offered: [],
    can_undo: false,
    clock: null,
    phase: "row",
  };
}

test("a change replaces values and leaves the rest", () => {
  expect(applied({ a: [1, 2], b: 3 }, { a: { 1: [5] } })).toEqual({ a: [1, 5], b: 3 });
  expect(applied({ a: 1 }, [{ b: 2 }])).toEqual({ b: 2 });
  expect(applied(scene, {})).toBe(scene);
});

test("an update leads from scene to scene and never changes an old one", () => {
  const next = updated(view, update(4));
  expect(next?.steps.map((step) => step.scene)).toEqual([
    { turn: 0, fields: [{ name: "a" }, { name: "c" }], dice: null },
    { turn: 1, fields: [{ name: "a" }, { name: "c" }], dice: [1, 2] },
  ]);
  expect(next?.scene).toBe(next?.steps[1]?.scene);
  expect([next?.seq, next?.at, next?.to_act, next?.phase]).toEqual([6, 6, 1, "row"]);
  expect(scene.fields[1]).toEqual({ name: "b" });
});

test("an update for another view is refused", () => {
  expect(updated(view, update(3))).toBeNull();
  expect(updated({ ...view, viewer: 1 }, update(4))).toBeNull();
  expect(updated(null, update(4))).toBeNull();
});

test("presence changes only who is connected", () => {
  const seated = { ...view, seats: [{ seat: 0, is_here: true }] } as unknown as View;
  expect(withPresence(seated, [false]).seats).toEqual([{ seat: 0, is_here: false }]);
});
