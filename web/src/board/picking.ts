/** From picked parts to the choice that is meant: each choice names the parts to pick for it, in any order. */

export interface Narrowed<C> {
  possible: C[]; // choices that still fit what was picked
  pickable: Set<string>; // parts that lead on to one of them
  meant: C | null; // the choice that is just what was picked
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

/** Picks after one more tap: a part picked twice is let go, one that leads nowhere begins anew. */
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
