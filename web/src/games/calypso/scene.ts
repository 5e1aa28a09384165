/** What the server tells of a game of Calypso: the fields of games/calypso/scene.py, as the board reads them. */
import type { Scene } from "../../wire/messages";

export type Colour = "red" | "blue" | "yellow" | "green";
export type Stone = Colour | "mixed" | "net" | "shark";
export const COLOURS: readonly Colour[] = ["red", "blue", "yellow", "green"];

export interface Tile {
  tile: number; // 1 to 6
  colour: Colour | null;
  slot: number | null; // null while the sand is stirred
  corner: Colour | null; // with memory_help: what lies beneath
}

export interface Fish {
  scores?: number[]; // each for himself
  goal: number;
  net: number;
  saved?: number; // all together
  reserve?: number;
  shark?: number;
  limit?: number;
}

export interface CalypsoScene {
  phase: string;
  turn: number;
  ring: (Stone | null)[];
  calypso: number;
  die: number | null; // as it lies since the last roll; null before the first
  sought: Colour | null;
  tiles: Tile[];
  fish: Fish;
}

const STONES = 7;

export const calypsoScene = (scene: Scene): CalypsoScene => scene as unknown as CalypsoScene;
export const isTogether = (scene: CalypsoScene): boolean => scene.fish.scores === undefined;

/** How far Calypso swam; 0 if he did not. */
export function swum(before: CalypsoScene | null, after: CalypsoScene): number {
  return before ? (after.calypso - before.calypso + STONES) % STONES : 0;
}

/** Tiles whose upper side is another one than before. */
export function turned(before: CalypsoScene | null, after: CalypsoScene): number[] {
  if (!before) return [];
  return after.tiles.filter((tile, index) => tile.colour !== before.tiles[index]?.colour).map((tile) => tile.tile);
}

/** Whether all tiles have just been lifted, to be laid elsewhere. */
export function isStirred(before: CalypsoScene | null, after: CalypsoScene): boolean {
  return !!before && before.tiles.some((tile) => tile.slot !== null) && after.tiles.every((tile) => tile.slot === null);
}

/** Who carries a fish from one home to another: it swims to freedom by itself. */
export function carrier(from: string, to: string): "shark" | "net" | null {
  if (from === to) return null;
  if (to === "net") return "net";
  return to === "shark" || (from.startsWith("pond") && to.startsWith("pond")) ? "shark" : null;
}

/** How many fish are where. */
export function fishIn(scene: CalypsoScene): Record<string, number> {
  const { fish } = scene;
  if (fish.scores) {
    const ponds = Object.fromEntries(fish.scores.map((count, seat) => [`pond${seat}`, count]));
    return { ...ponds, net: fish.net };
  }
  return { saved: fish.saved ?? 0, net: fish.net, shark: fish.shark ?? 0, reserve: fish.reserve ?? 0 };
}
