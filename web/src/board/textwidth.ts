/** Estimates the width of texts, and fits names into a width, without measuring in the browser. */

const NARROW = /[iljtfrI.,:;'’! ]/;
const WIDE = /[mwMWQO@]/;
const SQUEEZE = 0.7; // narrower letters are hard to read
const SMALL = 0.78; // of the size, as a last resort

/** The approximate width of a text at this font size. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) {
    ems += NARROW.test(letter) ? 0.38 : WIDE.test(letter) ? 0.95 : letter === letter.toLowerCase() ? 0.64 : 0.76;
  }
  return ems * size;
}

export interface FittedName {
  lines: string[]; // each squeezed if it is too wide
  size: number;
}

/** A name on one line, else smaller on two lines or one; cut only if nothing else fits. */
export function fitName(name: string, room: number, size: number): FittedName {
  const fits = (text: string, letters: number) => textWidth(text, letters) * SQUEEZE <= room;
  if (fits(name, size)) return { lines: [name], size };
  const small = size * SMALL;
  const two = halves(name);
  if (two.length === 2 && two.every((line) => fits(line, small))) return { lines: two, size: small };
  let text = name;
  while (text.length > 1 && !fits(text === name ? text : `${text}…`, small)) text = text.slice(0, -1);
  return { lines: [text === name ? name : `${text.trimEnd()}…`], size: small };
}

/** A text split after the break nearest to its middle; a name also after a hyphen. */
export function halves(text: string, gap = /[ -]/g): string[] {
  const breaks = [...text.matchAll(gap)].map((found) => found.index + 1);
  const middle = breaks.sort((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2))[0];
  return middle ? [text.slice(0, middle).trimEnd(), text.slice(middle)] : [text];
}
