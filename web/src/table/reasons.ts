/** Choices that are not offered, grouped by reason. */
import type { View } from "../wire/messages";

export type Reason = View["not_offered"][number];

export function groupByReason(reasons: readonly Reason[]): { why: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const reason of reasons) groups.set(reason.why, [...(groups.get(reason.why) ?? []), reason.name]);
  return [...groups].map(([why, names]) => ({ why, names }));
}
