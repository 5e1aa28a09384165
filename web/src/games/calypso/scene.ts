/** What a scene of Calypso means, and what two scenes tell together. Tiles are called by their hollows, a to i. */
import type { Scene, Step } from "../../wire/messages";
import type { Scene as CalypsoScene, ColourName as Colour } from "./schema";

export type {
  Choice as CalypsoChoice,
  ColourName as Colour,
  Scene as CalypsoScene,
  StoneName as Stone,
  Tile,
} from "./schema";
export const COLOURS: readonly Colour[] = ["red", "blue", "yellow", "green"];
export const HOLLOWS: readonly string[] = [..."abcdefghi"];

/** The way of a tile from one hollow to another. */
export interface Path {
  from: string;
  to: string;
}

/** What happened to tiles: in which hollows they were turned, and which ways they went. */
export interface Marks {
  turned: string[];
  paths: Path[];
}

export const calypsoScene = (scene: Scene): CalypsoScene => scene as unknown as CalypsoScene;
export const isTogether = (scene: CalypsoScene): boolean => scene.fish.saved !== undefined;
export const tileIn = (scene: CalypsoScene, hollow: string) => scene.hollows[HOLLOWS.indexOf(hollow)] ?? null;

/** How far Calypso swam; 0 if he did not. */
export function swum(before: CalypsoScene | null, after: CalypsoScene): number {
  return before && before.calypso !== after.calypso ? (after.die ?? 0) : 0;
}

/** The way of the one tile that was put somewhere, from its hollow or from the whirl. */
export function moved(before: CalypsoScene | null, after: CalypsoScene): Path | null {
  if (!before) return null;
  const [to, ...others] = HOLLOWS.filter((hollow) => !tileIn(before, hollow) && tileIn(after, hollow));
  const from = before.lifted[0]?.hollow ?? HOLLOWS.find((hollow) => tileIn(before, hollow) && !tileIn(after, hollow));
  return from && to && !others.length ? { from, to } : null;
}

/** The hollows of tiles whose upper side is another one than before. */
export function turned(before: CalypsoScene | null, after: CalypsoScene): string[] {
  if (!before || before.lifted.length) return [];
  const path = moved(before, after);
  const was = (hollow: string) => tileIn(before, hollow === path?.to ? path.from : hollow)?.colour;
  const lying = HOLLOWS.filter((hollow) => tileIn(after, hollow) && tileIn(after, hollow)?.colour !== was(hollow));
  return [...lying, ...after.lifted.filter((tile) => tile.colour !== was(tile.hollow)).map((tile) => tile.hollow)];
}

/** Whether all tiles have just been lifted, to be laid elsewhere. */
export function isStirred(before: CalypsoScene | null, after: CalypsoScene): boolean {
  return !!before && !before.lifted.length && after.lifted.length > 0;
}

export function marksBetween(before: CalypsoScene | null, after: CalypsoScene): Marks {
  const path = moved(before, after);
  return { turned: turned(before, after), paths: path ? [path] : [] };
}

/** The same for the whole last move, from what the server tells about it: also after the page is loaded again. */
export function marksOf(steps: readonly Step[]): Marks {
  const move = steps.slice(
    Math.max(
      0,
      steps.findLastIndex((step) => step.kind === "chosen"),
    ),
  );
  const [kind, ...rest] = move[0]?.choice?.split(" ") ?? [];
  const scattered: Path[] = [];
  for (const [index, step] of move.entries()) {
    const last = move[index - 1]?.scene;
    const path = last && step.scene ? moved(calypsoScene(last), calypsoScene(step.scene)) : null;
    if (path) scattered.push(path);
  }
  if (scattered.length) return { turned: [], paths: scattered };
  if (kind === "mix") return { turned: rest.filter((hollow) => HOLLOWS.includes(hollow)), paths: [] };
  if (kind !== "turn" && kind !== "name") return { turned: [], paths: [] };
  const from = rest[0] ?? "";
  const to = rest.at(-2) === "to" ? (rest.at(-1) ?? from) : from;
  return { turned: [to], paths: to === from ? [] : [{ from, to }] };
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
