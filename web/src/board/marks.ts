/** The mark of each seat: a colour and a shape, so that seats differ not only by colour. */
import { polygon } from "./geometry";

export interface Mark {
  color: string; // a CSS colour for both themes
  path: string; // around 0,0, within a circle of radius 10
}

const star = "M0,-10 2.9,-3.6 9.5,-3.1 4.6,1.4 6,8.1 0,4.6 -6,8.1 -4.6,1.4 -9.5,-3.1 -2.9,-3.6Z";
const cross = "M-3.4,-9H3.4V-3.4H9V3.4H3.4V9H-3.4V3.4H-9V-3.4H-3.4Z";
const drop = "M0,-10C4,-4 7.5,-1 7.5,3A7.5,7 0 0 1 -7.5,3C-7.5,-1 -4,-4 0,-10Z";
const moon = "M3,-9.5A9.5,9.5 0 1 0 3,9.5A7.6,7.6 0 0 1 3,-9.5Z";

const MARKS: readonly Mark[] = [
  { color: "var(--seat-0)", path: star },
  { color: "var(--seat-1)", path: "M0,-8.5A8.5,8.5 0 1 1 0,8.5A8.5,8.5 0 1 1 0,-8.5Z" },
  { color: "var(--seat-2)", path: "M-7.5,-7.5H7.5V7.5H-7.5Z" },
  { color: "var(--seat-3)", path: "M0,-9 9,7.5H-9Z" },
  { color: "var(--seat-4)", path: "M0,-10 8,0 0,10 -8,0Z" },
  { color: "var(--seat-5)", path: polygon(6, 9.2) },
  { color: "var(--seat-6)", path: cross },
  { color: "var(--seat-7)", path: drop },
];
const SPECTATOR_MARK: Mark = { color: "var(--ink-soft)", path: moon };

export const markOf = (seat: number): Mark => MARKS[seat % MARKS.length] ?? SPECTATOR_MARK;
