/** How wide a text will be, and what of a name fits into a room, without asking the browser. */

const NARROW = /[iljtfrI.,:;'’! ]/;
const WIDE = /[mwMWQO@]/;
const SQUEEZE = 0.72; // letters narrower than that are hard to read

/** About how wide a text is, with letters of this size. */
export function lengthOf(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) {
    ems += NARROW.test(letter) ? 0.36 : WIDE.test(letter) ? 0.92 : letter === letter.toLowerCase() ? 0.62 : 0.74;
  }
  return ems * size;
}

export interface Fitted {
  text: string;
  length?: number; // what to squeeze it into, if it is too long as it is
}

/** A name in the room there is: as it is, squeezed, or, if it is very long, cut. */
export function fitted(name: string, room: number, size: number): Fitted {
  if (lengthOf(name, size) <= room) return { text: name };
  if (lengthOf(name, size) * SQUEEZE <= room) return { text: name, length: room };
  let text = name;
  while (text.length > 1 && lengthOf(`${text}…`, size) * SQUEEZE > room) text = text.slice(0, -1);
  return { text: `${text.trimEnd()}…`, length: room };
}
