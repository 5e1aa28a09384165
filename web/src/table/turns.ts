/** Whose turn it is, and whether the device must be handed over. */
import type { Scene, Step, View } from "../wire/messages";

/** The seat of another player at this browser who acts next and must not see this view, or null. */
export function seatToHandOver(view: View): number | null {
  const isOther = view.to_act >= 0 && view.to_act !== view.viewer && view.mine.includes(view.to_act);
  return isOther && view.has_secrets !== false ? view.to_act : null;
}

/** The seat on turn in the shown scene, else the actor of the shown step. */
export function actorShown(stage: { scene: Scene; step: Step | null }): number {
  const { turn } = stage.scene;
  return typeof turn === "number" ? turn : (stage.step?.actor ?? -1);
}

const OVER = -2;
export type Turn = "shown" | "mine" | "theirs" | "bot" | "waiting" | "over";

export function turnOf(view: View): Turn {
  if (view.to_act === OVER) return "over";
  if (view.to_act < 0) return view.seats.some((seat) => seat.kind === "open") ? "waiting" : "shown";
  if (view.to_act === view.viewer) return "mine";
  const seat = view.seats[view.to_act];
  if (seat?.kind === "open") return "waiting";
  return seat?.kind === "bot" || seat?.is_taken_over ? "bot" : "theirs";
}

/** The replay of this table, or null while a memory game runs; before the end, only the current viewer's. */
export function replayPath(view: View): string | null {
  if (view.is_over) return `/t/${view.table}?at=0`;
  return view.status === "waiting" || view.has_memory ? null : `/t/${view.table}?at=0&seat=${view.viewer}`;
}

/** Seconds as 1:05, 2 h or 3 d. */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 86_400) return `${Math.floor(left / 86_400)} d`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Seats sorted by place, winner first. */
export function standings(places: readonly number[]): { seat: number; place: number }[] {
  return places.map((place, seat) => ({ seat, place })).sort((a, b) => a.place - b.place || a.seat - b.seat);
}
