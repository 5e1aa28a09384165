/** Why things are not offered, told once for all things with the same reason. */
import type { View } from "../wire/messages";

export type Reason = View["not_offered"][number];

export function groupByReason(reasons: readonly Reason[]): { why: string; names: string[] }[] {
  const names = new Map<string, string[]>();
  for (const reason of reasons) names.set(reason.why, [...(names.get(reason.why) ?? []), reason.name]);
  return [...names].map(([why, those]) => ({ why, names: those }));
}
