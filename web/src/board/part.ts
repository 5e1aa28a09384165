/** Names of the parts of a board: a kind, and a value where there are several of a kind.
 *
 * "die", "tile 3", "square K4". The server names parts in the same way (`not_offered`, `gestures`).
 */

export const part = (kind: string, value: string | number): string => `${kind} ${value}`;

export const partKind = (name: string): string => name.split(" ", 1)[0] ?? "";

/** "K4" of "square K4"; empty if there is only one of the kind. */
export const partValue = (name: string): string => name.slice(partKind(name).length + 1);

export const partsOfKind = (names: Iterable<string>, kind: string): string[] =>
  [...names].filter((name) => partKind(name) === kind);

/** The value of the first part of this kind, or null if there is none. */
export function valueOfKind(names: Iterable<string>, kind: string): string | null {
  const [first] = partsOfKind(names, kind);
  return first === undefined ? null : partValue(first);
}
