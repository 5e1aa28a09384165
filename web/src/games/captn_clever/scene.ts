/** What a scene of Capt'n Clever means, and what two scenes tell together. */
import type { Scene } from "../../wire/messages";
import type { Scene as CleverScene, TreasureName as Treasure } from "./schema";

export type { Island, Place, Player as Sailor, Scene as CleverScene, TreasureName as Treasure } from "./schema";
export const TREASURES: readonly Treasure[] = [
  "crown",
  "pearl",
  "goblet",
  "compass",
  "chest",
  "ring",
  "spyglass",
  "lamp",
  "mask",
];

export const cleverScene = (scene: Scene): CleverScene => scene as unknown as CleverScene;
export const islandOf = (scene: CleverScene, number: number | null) =>
  scene.islands.find((island) => island.island === number);
export const homeOf = (scene: CleverScene, treasure: Treasure | null) =>
  scene.islands.find((island) => island.treasure === treasure);
export const placeOf = (scene: CleverScene, name: string | null | undefined) =>
  scene.places.find((place) => place.place === name);

/** The shortest way over these boats from island to island, both ends included; null if there is none. */
export function wayOver(boats: readonly string[], from: number, to: number): number[] | null {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const here = way.at(-1) as number;
    if (here === to) return way;
    for (const boat of boats) {
      const ends = boat.split("-").map(Number);
      const beyond = ends.find((end) => end !== here);
      if (!ends.includes(here) || beyond === undefined || seen.has(beyond)) continue;
      seen.add(beyond);
      ways.push([...way, beyond]);
    }
  }
  return null;
}

const boatsOf = (scene: CleverScene): string[] => scene.players.flatMap((seat) => seat.boats);

export interface Walk {
  seat: number;
  path: number[];
  isBoatFirst: boolean;
}

/** How a captain got from one scene to the next: over the boats as they lie now, else as they lay before. */
export function walked(before: CleverScene | null, after: CleverScene, seat: number): Walk | null {
  const [from, to] = [before?.players[seat]?.captain, after.players[seat]?.captain];
  if (!before || !from || !to || from === to) return null;
  const now = wayOver(boatsOf(after), from, to);
  return { seat, path: now ?? wayOver(boatsOf(before), from, to) ?? [from, to], isBoatFirst: now !== null };
}

/** The boats of a seat that lie elsewhere than before, as their numbers. */
export function sailed(before: CleverScene | null, after: CleverScene, seat: number): number[] {
  const was = before?.players[seat]?.boats ?? [];
  return (after.players[seat]?.boats ?? []).flatMap((place, boat) => (was[boat] && was[boat] !== place ? [boat] : []));
}

/** Who has just found a treasure. */
export function finder(before: CleverScene | null, after: CleverScene): number | null {
  const found = after.players.find(
    (seat) => seat.treasures > (before?.players[seat.seat]?.treasures ?? seat.treasures),
  );
  return found ? found.seat : null;
}
