/** New homes for things that scenes only count, such as fish in a pond, so that each can be animated.
 *
 * `homes[i]` is the place of thing i, `counts` the new number at each place. As few things as possible move, the last
 * ones first.
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
    if (place === undefined) break; // more things than places: the rest stay
    result[index] = place;
    left[place] = (left[place] ?? 0) - 1;
  }
  return result;
}
