/** What a scene of Smugglers' Island means, and what two scenes tell together. */
import { part } from "../../board/part";
import type { Choice, Scene } from "../../wire/messages";
import type { Field, Good, Choice as SmugglersChoice, Scene as SmugglersScene, YellowName } from "./schema";

export type { Field, Good, Scene as SmugglersScene } from "./schema";
export type Offer = Choice & SmugglersChoice;
export const STACK = 4; // goods that an island begins with
export const YELLOW: readonly YellowName[] = ["red_2", "red_3", "green_2", "green_3", "black_2", "asleep"];

export const smugglersScene = (scene: Scene): SmugglersScene => scene as unknown as SmugglersScene;
const fieldOf = (scene: SmugglersScene, name: string | null | undefined): Field | undefined =>
  scene.fields.find((field) => field.name === name);
export const cargoOf = (scene: SmugglersScene | null, seat: number): Good | undefined =>
  scene?.goods.find((good) => good.home === part("boat", seat));

/** How many marks the light has turned; clockwise is positive. */
export function swept(before: SmugglersScene | null, after: SmugglersScene): number {
  if (!before || before.beam === null || after.beam === null) return 0;
  const marks = (after.beam - before.beam + after.sectors) % after.sectors;
  const yellow = after.rolled?.yellow ?? "";
  if (yellow.startsWith("red")) return marks;
  if (yellow.startsWith("green")) return marks && marks - after.sectors;
  return marks > after.sectors / 2 ? marks - after.sectors : marks;
}

/** Boats that the light has just met, or that were pushed into it. */
export function spotted(before: SmugglersScene | null, after: SmugglersScene): number[] {
  if (!before) return [];
  const isSwept = swept(before, after) !== 0;
  return after.players
    .filter((boat) => fieldOf(after, boat.field)?.is_lit)
    .filter((boat) => isSwept || (boat.seat !== before.turn && boat.field !== before.players[boat.seat]?.field))
    .map((boat) => boat.seat);
}

/** Goods that are elsewhere now. */
export const moved = (before: SmugglersScene | null, after: SmugglersScene): Good[] =>
  after.goods.filter((good) => before && good.home !== before.goods[good.token]?.home);

/** Goods that have just come to where they belong. */
export const delivered = (before: SmugglersScene | null, after: SmugglersScene): Good[] =>
  moved(before, after).filter((good) => good.home.startsWith("chest"));

/** The fields a boat rows over, both ends included. */
export function course(scene: SmugglersScene, from: string, to: string): string[] {
  const way = [to];
  for (let last = scene.ways[to]; last; last = scene.ways[last]) way.unshift(last);
  return way[0] === from ? way : [from, to];
}
