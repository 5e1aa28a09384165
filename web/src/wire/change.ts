/** Updates: what the server sends of a view after choices and draws. tables/difference.py makes the changes. */
import type { ServerMessage, Step, View } from "./messages";

/** [value] is a new value; an object has the changes inside an object or a list, by key or index. */
export type Change = unknown[] | { [key: string]: Change };
export type Update = Extract<ServerMessage, { type: "update" }>;

export function applied<Value>(before: Value, change: Change): Value {
  if (Array.isArray(change)) return change[0] as Value;
  const changes = Object.entries(change);
  if (!changes.length) return before;
  const after = (Array.isArray(before) ? [...before] : { ...before }) as Record<string, unknown>;
  for (const [key, part] of changes) after[key] = applied(after[key], part);
  return after as Value;
}

/** The view that the server would send now, or null if the update is for another view. */
export function updated(view: View | null, update: Update): View | null {
  if (view?.seq !== update.after || view.viewer !== update.viewer) return null;
  const { type, after, steps: changes, ...facts } = update;
  let scene = view.scene;
  const steps: Step[] = changes.map((step) => {
    scene = applied(scene, step.scene as Change);
    return { ...step, scene };
  });
  return { ...view, ...facts, at: update.seq, scene, steps, story: [] };
}

/** The view with other people connected: for each seat, whether its person is. */
export function withPresence(view: View, seats: readonly boolean[]): View {
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, is_here: seats[seat.seat] ?? seat.is_here })) };
}
