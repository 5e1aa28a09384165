/** What a scene of Cape Horn means, and what two scenes tell together. */
import type { Scene } from "../../wire/messages";
import type { Say } from "../../words/say";
import type {
  Chart,
  CompassName as Compass,
  Scene as HornScene,
  Player,
  Card as WindCard,
  ZoneName as Zone,
} from "./schema";

export type {
  Card as WindCard,
  Chart,
  ColourName as Colour,
  CompassName as Compass,
  End,
  Player,
  Scene as HornScene,
  Station,
  ZoneName as Zone,
} from "./schema";
export const ZONES: readonly Zone[] = ["I", "II", "III"];
export const LINE = "line";

export const hornScene = (scene: Scene): HornScene => scene as unknown as HornScene;

const STEPS: Record<Compass, readonly [number, number]> = {
  N: [0, -1],
  NE: [1, -1],
  E: [1, 0],
  SE: [1, 1],
  S: [0, 1],
  SW: [-1, 1],
  W: [-1, 0],
  NW: [-1, -1],
};
export const step = (compass: Compass): readonly [number, number] => STEPS[compass];

/** Column and row of a square, counted from 0. */
export const cellOf = (square: string): [number, number] => [square.charCodeAt(0) - 65, Number(square.slice(1)) - 1];
export const nameOf = (column: number, row: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;

/** The water a square lies in; null on land. */
export function zoneAt(chart: Chart, square: string): Zone | null {
  const [column, row] = cellOf(square);
  return ZONES[Number(chart.rows[row]?.[column] ?? "") - 1] ?? null;
}

/** The squares from a ship to where it went or would go by its card, both ends included; straight if no path of the card leads there. */
export function wayOf(scene: HornScene, from: string, to: string): string[] {
  const card = scene.cards.find((each) => each.square === from);
  for (const path of card ? (scene.chart.kinds[card.kind]?.[card.zone] ?? []) : []) {
    let [column, row] = cellOf(from);
    const way = [from];
    for (const compass of path) {
      const wasOnLine = scene.chart.line.includes(nameOf(column, row));
      column += STEPS[compass][0];
      row += STEPS[compass][1];
      way.push(nameOf(column, row));
      if (to === LINE && wasOnLine && zoneAt(scene.chart, nameOf(column, row)) === null) return way;
    }
    if (way[way.length - 1] === to) return way;
  }
  if (to !== LINE) return [from, to];
  const [column, row] = cellOf(from);
  return [from, nameOf(column, row - 1)];
}

export interface Voyage {
  seat: number;
  way: string[];
  isSprint: boolean;
}

/** The ship that moved between two scenes, and how. */
export function sailed(before: HornScene | null, after: HornScene): Voyage | null {
  for (const player of after.players) {
    const was = before?.players[player.seat]?.ship;
    if (!before || !was || was === player.ship) continue;
    return { seat: player.seat, way: wayOf(before, was, player.ship ?? LINE), isSprint: before.phase === "sprint" };
  }
  return null;
}

/** The card that was laid between two scenes. */
export function laidCard(before: HornScene | null, after: HornScene): WindCard | null {
  if (!before) return null;
  const heights = new Map(before.cards.map((card) => [card.square, card.below.length + 1]));
  return after.cards.find((card) => card.below.length + 1 > (heights.get(card.square) ?? 0)) ?? null;
}

/** The rose that was taken between two scenes. */
export function takenRose(before: HornScene | null, after: HornScene): { seat: number; zone: Zone } | null {
  for (const player of after.players) {
    const was = before?.players[player.seat]?.roses;
    const zone = was && ZONES.find((each) => !was[each] && player.roses[each]);
    if (zone) return { seat: player.seat, zone };
  }
  return null;
}

/** Whose cards are shown: those of the player on turn if these eyes may see them, else the viewer's. */
export function holder(scene: HornScene): Player | null {
  const acting = scene.turn === null ? null : scene.players[scene.turn];
  return acting?.hand ? acting : (scene.players.find((player) => player.seat === scene.viewer && player.hand) ?? null);
}

/** A card with its square and what lies below it, in words. */
export function pileText(card: WindCard, say: Say): string {
  const named = say("card.label", { square: card.square, card: say(`kind.${card.kind}`) });
  if (!card.below.length) return named;
  return `${named}. ${say("card.below", { cards: card.below.map((kind) => say(`kind.${kind}`)).join(", ") })}`;
}
