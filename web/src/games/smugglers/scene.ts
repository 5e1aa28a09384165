/** What a scene of Smugglers' Island means, and what two scenes tell together. */
import type { Scene } from "../../wire/messages";
import type { Field, Good, Scene as SmugglersScene } from "./schema";

export type { Field, Good, Player as Boat, Scene as SmugglersScene } from "./schema";
export const STACK = 4; // goods that an island begins with
export const GOODS = 20;
export const YELLOW = ["red_2", "red_3", "green_2", "green_3", "black_2", "asleep"] as const;

export const smugglersScene = (scene: Scene): SmugglersScene => scene as unknown as SmugglersScene;
export const fieldOf = (scene: SmugglersScene, name: string | null): Field | undefined =>
  scene.fields.find((field) => field.name === name);

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

/** Goods that have just come to where they belong. */
export function delivered(before: SmugglersScene | null, after: SmugglersScene): SmugglersScene["delivered"] {
  if (!before) return [];
  return after.delivered.filter((good) => !before.delivered.some((each) => each.token === good.token));
}

/** Where a token is: in its stack, on a boat, adrift, or with the points of a seat. */
export function homeOf(scene: SmugglersScene, token: number): string {
  const boat = scene.players.find((each) => each.cargo?.token === token);
  if (boat) return `boat${boat.seat}`;
  const adrift = scene.floating.find((each) => each.token === token);
  if (adrift) return `field:${adrift.field}`;
  const delivered = scene.delivered.find((each) => each.token === token);
  return delivered ? `chest${delivered.seat}` : "stack";
}

/** The token as I know it. */
export function goodOf(scene: SmugglersScene, token: number): Good {
  const known = [...scene.players.map((boat) => boat.cargo), ...scene.floating, ...scene.delivered];
  return (
    known.find((good) => good?.token === token) ?? {
      token,
      origin: Math.floor(token / STACK),
      dest: null,
      points: null,
      not_dest: [],
    }
  );
}

/** The fields to draw a boat over on its way: round reefs, light and other boats where that is possible. */
export function course(scene: SmugglersScene, from: string, to: string): string[] {
  const boats = new Set(scene.players.map((boat) => boat.field));
  const came = new Map([[from, from]]);
  const shore = [from];
  for (const name of shore) {
    for (const near of fieldOf(scene, name)?.next ?? []) {
      const field = fieldOf(scene, near);
      if (came.has(near) || !field) continue;
      if (near !== to && (field.is_lit || field.is_reef || boats.has(near))) continue;
      came.set(near, name);
      if (near !== to) shore.push(near);
    }
  }
  if (!came.has(to)) return [from, to];
  const found = [to];
  for (let last = to; last !== from; ) {
    last = came.get(last) ?? from;
    found.unshift(last);
  }
  return found;
}
