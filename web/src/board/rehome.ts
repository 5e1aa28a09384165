/** What changed between two scenes, part by part: parts are told apart by their key. */
import type { Point } from "./geometry";

/** A part as it lies: where, which side up, turned how far. */
export interface Lying extends Point {
  key: string;
  face?: string | number | null;
  turn?: number;
}

export interface Difference {
  came: string[];
  went: string[];
  moved: string[];
  turned: string[];
}

export function difference(before: readonly Lying[], after: readonly Lying[]): Difference {
  const old = new Map(before.map((part) => [part.key, part]));
  const found: Difference = { came: [], went: [], moved: [], turned: [] };
  for (const part of after) {
    const was = old.get(part.key);
    old.delete(part.key);
    if (!was) {
      found.came.push(part.key);
      continue;
    }
    if (was.x !== part.x || was.y !== part.y || (was.turn ?? 0) !== (part.turn ?? 0)) found.moved.push(part.key);
    if ((was.face ?? null) !== (part.face ?? null)) found.turned.push(part.key);
  }
  found.went = [...old.keys()];
  return found;
}

/** Things that are only counted, like fish in a pond or points in a hold, each given a home so that it can travel.
 *
 * `homes[i]` is where thing i is; `counts` says how many are to be in each place. As few as possible move, the last ones
 * first, and each goes from a place with too many to one with too few.
 */
export function rehome(homes: readonly string[], counts: Readonly<Record<string, number>>): string[] {
  const left = { ...counts };
  const movers: number[] = [];
  const result = [...homes];
  homes.forEach((home, index) => {
    if ((left[home] ?? 0) > 0) left[home] = (left[home] ?? 0) - 1;
    else movers.push(index);
  });
  const wanting = Object.keys(left);
  for (const index of movers) {
    const place = wanting.find((each) => (left[each] ?? 0) > 0);
    if (place === undefined) break; // more things than places: the rest stays where it is
    result[index] = place;
    left[place] = (left[place] ?? 0) - 1;
  }
  return result;
}
