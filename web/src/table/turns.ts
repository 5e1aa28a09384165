/** Whose turn it is, and whether the device must be handed over. */
import type { Stage } from "../board/stage.svelte";
import type { Scene, View } from "../wire/messages";
import type { Say } from "../words/say";

/** The seat of another player at this browser who acts next and must not see this view, or null. */
export function seatToHandOver(view: View): number | null {
  const isOther = view.to_act >= 0 && view.to_act !== view.viewer && view.mine.includes(view.to_act);
  return isOther && view.has_secrets !== false ? view.to_act : null;
}

/** Whose turn the stage shows: who is to roll, who chose, or on whose turn something was drawn. */
export function actorShown(stage: Pick<Stage, "held" | "before" | "scene" | "step">): number {
  if (stage.held >= 0) return stage.held;
  if (stage.step?.kind === "chosen") return stage.step.actor;
  const { turn } = stage.before ?? stage.scene; // after the draw it may be the next player's
  return typeof turn === "number" ? turn : -1;
}

/** What happens to a player without their choice, in words; what they chose, they know. */
export function reasonShown(stage: Pick<Stage, "held" | "isBusy" | "step">): string {
  const isDrawn = stage.isBusy && stage.held < 0 && stage.step?.kind === "drawn";
  return isDrawn ? (stage.step?.now ?? []).join(" ") : "";
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

/** Seconds as 1:05, 2 h or, in English, 3 d. */
export function clockText(seconds: number, say: Say): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 86_400) return say("clock.left_days", { count: Math.floor(left / 86_400) });
  if (left >= 3600) return say("clock.left_hours", { count: Math.floor(left / 3600) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** The score of every seat at the end, or nothing in games without points. */
export function scoresOf(scene: Scene): number[] {
  const players: { score?: unknown }[] = Array.isArray(scene.players) ? scene.players : [];
  const scores = players.flatMap(({ score }) => (typeof score === "number" ? [score] : []));
  return scores.some((score) => score > 0) ? scores : []; // players of a co-operative game keep 0
}

/** Seats sorted by place, winner first. */
export function standings(places: readonly number[]): { seat: number; place: number }[] {
  return places.map((place, seat) => ({ seat, place })).sort((a, b) => a.place - b.place || a.seat - b.seat);
}
