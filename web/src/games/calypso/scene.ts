/** What a scene of Calypso means, and what two scenes tell together. */
import type { Scene } from "../../wire/messages";
import type { Scene as CalypsoScene, ColourName as Colour } from "./schema";

export type { ColourName as Colour, Scene as CalypsoScene, StoneName as Stone, Tile } from "./schema";
export const COLOURS: readonly Colour[] = ["red", "blue", "yellow", "green"];

const STONES = 7;

export const calypsoScene = (scene: Scene): CalypsoScene => scene as unknown as CalypsoScene;
export const isTogether = (scene: CalypsoScene): boolean => scene.fish.saved !== undefined;

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
  if (fish.saved !== undefined) {
    return { saved: fish.saved, net: fish.net, shark: fish.shark ?? 0, reserve: fish.reserve ?? 0 };
  }
  const ponds = Object.fromEntries(scene.players.map((player) => [`pond${player.seat}`, player.score]));
  return { ...ponds, net: fish.net };
}
