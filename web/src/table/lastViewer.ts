/** Which seat's view a shared browser showed last: after a reload, nobody sees another player's secrets. */
import { readStorage, writeStorage } from "../browser/storage";
import type { View } from "../wire/messages";

/** Not before the start: the lot may give the seats other numbers. */
export function saveLastViewer(view: Pick<View, "table" | "status" | "mine" | "viewer">): void {
  if (view.mine.length > 1 && view.status !== "waiting") writeStorage(`viewer.${view.table}`, String(view.viewer));
}

export function lastViewer(table: string): number | undefined {
  const kept = readStorage(`viewer.${table}`);
  return kept === null ? undefined : Number(kept);
}
