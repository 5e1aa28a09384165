/** From picked parts to a choice: each choice has a set of parts, picked in any order. */

export interface Narrowed<C> {
  possible: C[]; // choices that contain all picked parts
  pickable: Set<string>; // further parts of these choices
  meant: C | null; // the choice with exactly the picked parts
}

/** How picked parts lead to choices: `inAnyOrder`, or a game's own way. */
export interface Picking<C> {
  narrow: (choices: readonly C[], picked: readonly string[]) => Narrowed<C>;
  toggle: (choices: readonly C[], picked: readonly string[], part: string) => string[];
}

export function narrow<C>(
  choices: readonly C[],
  partsOf: (choice: C) => readonly string[],
  picked: readonly string[],
): Narrowed<C> {
  const possible: C[] = [];
  const pickable = new Set<string>();
  let meant: C | null = null;
  for (const choice of choices) {
    const parts = partsOf(choice);
    if (!picked.every((part) => parts.includes(part))) continue;
    possible.push(choice);
    if (parts.length === picked.length) meant ??= choice;
    for (const part of parts) if (!picked.includes(part)) pickable.add(part);
  }
  return { possible, pickable, meant };
}

/** The picks after one more tap: a picked part is dropped, a part that does not fit starts a new selection. */
export function toggle<C>(
  choices: readonly C[],
  partsOf: (choice: C) => readonly string[],
  picked: readonly string[],
  part: string,
): string[] {
  if (picked.includes(part)) return picked.filter((each) => each !== part);
  const more = [...picked, part];
  if (narrow(choices, partsOf, more).possible.length) return more;
  return narrow(choices, partsOf, [part]).possible.length ? [part] : [...picked];
}

/** `partsOf` names the parts of each choice. */
export function inAnyOrder<C>(partsOf: (choice: C) => readonly string[]): Picking<C> {
  return {
    narrow: (choices, picked) => narrow(choices, partsOf, picked),
    toggle: (choices, picked, part) => toggle(choices, partsOf, picked, part),
  };
}
