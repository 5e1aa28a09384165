/** Whose eyes this browser showed last at a table of several persons: opened again, it shows nobody another one's secrets. */
import { recall, remember } from "../app/memory";
import type { View } from "../wire/messages";

export function rememberEyes(view: Pick<View, "table" | "mine" | "viewer">): void {
  if (view.mine.length > 1) remember(`eyes.${view.table}`, String(view.viewer));
}

export function eyesOf(table: string): number | undefined {
  const kept = recall(`eyes.${table}`);
  return kept === null ? undefined : Number(kept);
}
