/** Colours of gangways by name, each with a pattern of its own. A board file may name others: they are drawn grey. */

/** A line along a gangway, drawn over those before it. */
export type Stroke = [color: string, width: number, dash?: string];

const PLANK = 14; // how wide a gangway is
const UNKNOWN: Stroke[] = [["#b9bfc2", PLANK]];

// biome-ignore format: a line for each colour
export const PALETTE: ReadonlyMap<string, Stroke[]> = new Map([
  ["white", [["#fdf8ec", PLANK]]],
  ["orange", [["#f08a24", PLANK], ["#5c2a00", PLANK, "5 9"]]],
  ["violet", [["#7d4bb5", PLANK], ["#fff", 7, "0.1 13"]]],
  ["black", [["#23272b", PLANK], ["#fff", 4, "12 8"]]],
  ["pink", [["#f49ac1", PLANK], ["#7a1f4d", PLANK, "3 3 3 12"]]],
  ["grey", [["#9aa3a8", PLANK], ["#2c3338", 4]]],
  ["brown", [["#7b4a21", PLANK], ["#f3dcb8", PLANK, "2 6"]]],
  ["turquoise", [["#2bb8b0", PLANK], ["#053f3d", 11, "0.1 20"]]],
  ["red", [["#d2453b", PLANK], ["#ffe1da", 4, "14 6 2 6"]]],
  ["blue", [["#2f6fc0", PLANK], ["#d8ecff", 8, "4 8"]]],
  ["yellow", [["#f0bb2e", PLANK], ["#6b4300", 9], ["#f0bb2e", 4]]],
  ["green", [["#2f8f55", PLANK], ["#d6f5c9", PLANK, "12 12"]]],
]);

export const isKnown = (colour: string): boolean => PALETTE.has(colour.toLowerCase());
export const strokesOf = (colour: string): Stroke[] => PALETTE.get(colour.toLowerCase()) ?? UNKNOWN;
/** The colour below the pattern. */
export const colorOf = (colour: string): string => strokesOf(colour)[0]?.[0] ?? "";
