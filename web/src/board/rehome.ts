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
