/** Steps that a page had not shown yet when it was closed: in a game of memory, loading it again shows them first. */
import type { Pending } from "../board/stage.svelte";
import type { View } from "../wire/messages";

const key = (table: string) => `cabotage.pending.${table}`;

/** For this tab only. Where players have secrets, nothing is kept: somebody else may open the page. */
export function savePending(view: View | null, pending: Pending | null): void {
  if (!view?.has_memory || view.has_secrets !== false || !pending) return;
  try {
    sessionStorage.setItem(key(view.table), JSON.stringify(pending));
  } catch {
    // blocked by the browser, or full
  }
}

/** It is shown once: after that it is gone. */
export function takePending(table: string): Pending | null {
  try {
    const kept = sessionStorage.getItem(key(table));
    sessionStorage.removeItem(key(table));
    return kept ? (JSON.parse(kept) as Pending) : null;
  } catch {
    return null;
  }
}
