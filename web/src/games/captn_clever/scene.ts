/** What the server tells of a game of Capt'n Clever: the fields of games/captn_clever/scene.py, as the board reads them. */
import type { Scene } from "../../wire/messages";

export const TREASURES = ["crown", "pearl", "goblet", "compass", "chest", "ring", "spyglass", "lamp", "mask"] as const;
export type Treasure = (typeof TREASURES)[number];

export interface Island {
  island: number; // 1 to 9
  treasure: Treasure;
  x: number; // 0 to 40
  y: number; // 0 to 20
}

export interface Place {
  place: string; // "4-7"
  islands: [number, number];
  colour: "white" | "orange" | "violet" | "black";
  x: number;
  y: number;
  crosses: string | null;
  boat: number | null; // the seat whose boat lies here
  blocked_by: number | null; // the seat whose boat lies across
}

export interface Sailor {
  seat: number;
  colour: string;
  captain: number | null;
  boats: string[];
  treasures: number;
  last: Treasure | null;
  found: Treasure[] | null; // null unless all found cards stay in sight
  has_target: boolean;
  target: Treasure | null; // null unless I may know it
}

export interface CleverScene {
  viewer: number;
  phase: string;
  turn: number;
  giver: number | null; // who is choosing a card,
  receiver: number | null; // and for whom
  round: number;
  goal: number;
  easy: boolean;
  islands: Island[];
  places: Place[];
  seats: Sailor[];
  keeping: { seat: number; cards: Treasure[] | null } | null;
  hints: string[]; // why one must walk or may stay, in words
}

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

const boatsOf = (scene: CleverScene): string[] => scene.seats.flatMap((seat) => seat.boats);

export interface Walk {
  seat: number;
  path: number[];
  isBoatFirst: boolean;
}

/** How a captain got from one scene to the next: over the boats as they lie now, else as they lay before. */
export function walked(before: CleverScene | null, after: CleverScene, seat: number): Walk | null {
  const [from, to] = [before?.seats[seat]?.captain, after.seats[seat]?.captain];
  if (!before || !from || !to || from === to) return null;
  const now = wayOver(boatsOf(after), from, to);
  return { seat, path: now ?? wayOver(boatsOf(before), from, to) ?? [from, to], isBoatFirst: now !== null };
}

/** The boats of a seat that lie elsewhere than before, as their numbers. */
export function sailed(before: CleverScene | null, after: CleverScene, seat: number): number[] {
  const was = before?.seats[seat]?.boats ?? [];
  return (after.seats[seat]?.boats ?? []).flatMap((place, boat) => (was[boat] && was[boat] !== place ? [boat] : []));
}

/** Who has just found a treasure. */
export function finder(before: CleverScene | null, after: CleverScene): number | null {
  const found = after.seats.find((seat) => seat.treasures > (before?.seats[seat.seat]?.treasures ?? seat.treasures));
  return found ? found.seat : null;
}
