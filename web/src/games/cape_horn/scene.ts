/** What a scene of Cape Horn means, and what two scenes tell together. */
import type { Choice, Scene } from "../../wire/messages";
import type { Say } from "../../words/say";
import type { Card, Chart, Choice as HornChoice, Scene as HornScene, Player, Wind, ZoneName } from "./schema";

export type * from "./schema";
export type { HornChoice, HornScene };
export const ZONES: readonly ZoneName[] = ["I", "II", "III"];
export const LINE = "line";

export const hornScene = (scene: Scene): HornScene => scene as unknown as HornScene;
export const hornChoices = (choices: readonly Choice[]): HornChoice[] => choices as unknown as HornChoice[];

/** Column and row of a square, counted from 0. */
export const cellOf = (square: string): [number, number] => [square.charCodeAt(0) - 65, Number(square.slice(1)) - 1];
export const nameOf = (column: number, row: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;

/** The water a square lies in; null on land. */
export function zoneAt(chart: Chart, square: string): ZoneName | null {
  const [column, row] = cellOf(square);
  return ZONES[Number(chart.rows[row]?.[column] ?? "") - 1] ?? null;
}

export interface Voyage {
  seat: number;
  way: string[];
  isSprint: boolean;
}

/** The ship that moved between two scenes, and how. */
export function sailed(before: HornScene | null, after: HornScene): Voyage | null {
  for (const { seat, ship } of after.players) {
    const was = before?.players[seat];
    if (!before || !was?.ship || was.ship === ship) continue;
    const end = was.ends.find((each) => each.square === (ship ?? LINE));
    return { seat, way: end?.way.length ? end.way : [was.ship, ship ?? LINE], isSprint: before.phase === "sprint" };
  }
  return null;
}

/** The card that was laid between two scenes. */
export function laidCard(before: HornScene | null, after: HornScene): Card | null {
  if (!before) return null;
  const heights = new Map(before.cards.map((card) => [card.square, card.below.length + 1]));
  return after.cards.find((card) => card.below.length + 1 > (heights.get(card.square) ?? 0)) ?? null;
}

/** The rose that was taken between two scenes. */
export function takenRose(before: HornScene | null, after: HornScene): { seat: number; zone: ZoneName } | null {
  for (const player of after.players) {
    const was = before?.players[player.seat]?.roses;
    const zone = was && ZONES.find((each) => !was[each] && player.roses[each]);
    if (zone) return { seat: player.seat, zone };
  }
  return null;
}

/** Whose cards are shown: those of the player on turn if the viewer may see them, else the viewer's. */
export function holder(scene: HornScene): Player | null {
  const acting = scene.turn === null ? null : scene.players[scene.turn];
  return acting?.hand ? acting : (scene.players.find((player) => player.seat === scene.viewer && player.hand) ?? null);
}

export const windOf = (chart: Chart, kind: string): Wind | undefined => chart.winds.find((wind) => wind.kind === kind);
export const windName = (chart: Chart, kind: string): string => windOf(chart, kind)?.name ?? kind;

/** A card with its square and what lies below it, in words. */
export function pileText(chart: Chart, card: Card, say: Say): string {
  const named = say("card.label", { square: card.square, card: windName(chart, card.kind) });
  if (!card.below.length) return named;
  return `${named}. ${say("card.below", { cards: card.below.map((kind) => windName(chart, kind)).join(", ") })}`;
}
