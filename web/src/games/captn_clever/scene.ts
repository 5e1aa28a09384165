/** What a scene of Capt'n Clever means, and what two scenes tell together. */
import type { Choice as OfferedChoice, Scene } from "../../wire/messages";
import type { Choice, Scene as CleverScene, TreasureName as Treasure } from "./schema";

export type { Choice, Place, Scene as CleverScene, TreasureName as Treasure } from "./schema";

export const cleverScene = (scene: Scene): CleverScene => scene as unknown as CleverScene;
export const cleverChoice = (choice: OfferedChoice): Choice => choice as unknown as Choice;
export const homeOf = (scene: CleverScene, treasure: Treasure | null) =>
  scene.islands.find((island) => island.treasure === treasure);

export interface Walk {
  path: number[];
  isBoatFirst: boolean;
}

/** How a captain got from one scene to the next: over the boats as they lie now, else as they lay before. */
export function walked(before: CleverScene | null, after: CleverScene, seat: number): Walk | null {
  const [from, to] = [before?.players[seat]?.captain, after.players[seat]?.captain];
  if (!before || !from || !to || from === to) return null;
  const [now, then] = [after, before].map(({ ways }) => ways.find((way) => way[0] === from && way.at(-1) === to));
  return { path: now ?? then ?? [from, to], isBoatFirst: !!now };
}

/** Whether a boat of this seat lies elsewhere than before. */
export function hasSailed(before: CleverScene | null, after: CleverScene, seat: number): boolean {
  const was = before?.players[seat]?.boats ?? [];
  return was.some((place, boat) => place !== after.players[seat]?.boats[boat]);
}

/** Who has just found a treasure. */
export function finder(before: CleverScene | null, after: CleverScene): number | null {
  return (
    after.players.find(({ seat, treasures }) => treasures > (before?.players[seat]?.treasures ?? treasures))?.seat ??
    null
  );
}
