/** What a scene of Captain Treasure Boots means, and what two scenes tell together. */
import type { Choice, Scene } from "../../wire/messages";
import type { Say } from "../../words/say";
import type * as schema from "./schema";

export type { Aim, End, Island, Shot } from "./schema";
export type BootsChoice = schema.Choice;
export type BootsScene = schema.Scene;
export type Good = schema.TokenName;
export type Vessel = schema.Ship;
export type Wind = schema.WindName;
export const COLOURS: readonly Good[] = ["sails", "guns", "rum", "gold"];
export const GOODS: readonly Good[] = [...COLOURS, "white", "black"];
const WINDS: readonly Wind[] = ["n", "e", "s", "w"];

export interface Stop {
  square: number;
  pearls: number;
}

export const bootsScene = (scene: Scene): BootsScene => scene as unknown as BootsScene;
export const bootsChoices = (choices: readonly Choice[]): BootsChoice[] => choices as unknown as BootsChoice[];
export const vessel = (scene: BootsScene, ship: string | null): Vessel | undefined =>
  scene.ships.find((each) => each.ship === ship);

export const scoreOf = (scene: BootsScene, seat: number): number => scene.players[seat]?.score ?? 0;

/** What a ship has aboard, in words. */
export function aboard(ship: Vessel, say: Say): string {
  const goods = GOODS.filter((good) => ship.hold[good]).map((good) => `${ship.hold[good]} × ${say(`good.${good}`)}`);
  return goods.join(", ") || say("hold.empty");
}

/** Where a privateer could go under this wind. */
export const stopsOf = (ship: Vessel | undefined): Stop[] =>
  (ship?.reach ?? []).flatMap((squares, pearls) => squares.map((square) => ({ square, pearls })));

/** How many quarters clockwise the wind has turned. */
export function turnedWind(before: BootsScene | null, after: BootsScene): number {
  return before ? (WINDS.indexOf(after.wind) - WINDS.indexOf(before.wind) + 4) % 4 : 0;
}

export function isRolled(before: BootsScene | null, after: BootsScene): boolean {
  return before !== null && after.dice !== null && before.dice === null;
}

export interface Voyage {
  ship: string;
  way: number[]; // squares from start to end
  isNew: boolean; // a new ship in port after the old one was lost, or at the start: it does not sail there
}

/** The ship that is elsewhere than before. */
export function sailed(before: BootsScene | null, after: BootsScene): Voyage | null {
  for (const ship of after.ships) {
    const was = before && vessel(before, ship.ship);
    if (!was || ship.square === null || was.square === ship.square) continue;
    if (was.square === null || before.phase === "refuge") return { ship: ship.ship, way: [ship.square], isNew: true };
    const steps = stepsTo(before.reach ?? [], ship.square).map((step) => step.square);
    return { ship: ship.ship, way: [was.square, ...(steps.length ? steps : [ship.square])], isNew: false };
  }
  return null;
}

/** The steps of a cheapest way to this square; none if it is not within reach. */
export function stepsTo(reach: readonly schema.End[], end: number): schema.End[] {
  const ends = new Map(reach.map((each) => [each.square, each]));
  const steps: schema.End[] = [];
  for (let step = ends.get(end); step && step.before !== null; step = ends.get(step.before)) steps.unshift(step);
  return steps;
}

/** Islands on which a treasure has appeared. */
export function appeared(before: BootsScene | null, after: BootsScene): number[] {
  if (!before) return [];
  const had = new Set(before.islands.filter((island) => island.token).map((island) => island.square));
  return after.islands.filter((island) => island.token && !had.has(island.square)).map((island) => island.square);
}

export interface Flight {
  good: Good;
  from: number; // squares
  to: number | null; // null: ashore, to be counted
}

/** Tokens that changed their place: from an island or another ship into a hold, or ashore. */
export function flights(before: BootsScene | null, after: BootsScene): Flight[] {
  const found: Flight[] = [];
  for (const ship of before ? after.ships : []) {
    const was = before && vessel(before, ship.ship);
    if (!was || ship.square === null) continue;
    for (const good of GOODS) {
      const more = ship.hold[good] - was.hold[good];
      if (more > 0) found.push({ good, from: source(before, after, ship, good) ?? ship.square, to: ship.square });
      const isAshore = ship.seat !== null && scoreOf(after, ship.seat) > scoreOf(before, ship.seat);
      if (more < 0 && isAshore && before.phase !== "control" && !before.shot) {
        for (let token = 0; token < -more; token += 1) found.push({ good, from: ship.square, to: null });
      }
    }
  }
  return found;
}

/** From where a token came into a hold: the island it lay on, or the ship that has lost it. */
function source(before: BootsScene, after: BootsScene, ship: Vessel, good: Good): number | null {
  const island = before.islands.find((each) => each.square === ship.square && each.token === good);
  if (island) return island.square;
  const robbed = before.shot ? vessel(before, before.shot.attacked) : undefined;
  return robbed && robbed.ship !== ship.ship ? (vessel(after, robbed.ship)?.square ?? robbed.square) : null;
}

export interface Outcome {
  shot: schema.Shot; // with all its dice
  from: number;
  to: number;
}

/** How a shot ended, once it has. */
export function outcome(before: BootsScene | null, after: BootsScene): Outcome | null {
  if (!before?.shot || !["defence_die", "defence_pearls"].includes(before.phase)) return null;
  const ended = after.shot ?? after.last_shot; // only after a hit there is more to ask
  if (!ended || ended.is_hit === null) return null;
  const [from, to] = [vessel(before, before.shot.attacker)?.square, vessel(before, before.shot.attacked)?.square];
  if (from == null || to == null) return null;
  const { attack, defence, defence_die, is_hit } = ended;
  return { shot: { ...before.shot, attack, defence, defence_die, is_hit }, from, to };
}

/** What was added to the dice of a shot; pearls are what neither guns nor rum explain. */
export function addends(shot: schema.Shot): { guns: number; attackPearls: number; rum: number; defencePearls: number } {
  const added = shot.attack_die === null ? shot.guns : shot.attack - shot.attack_die + shot.gap;
  const held = shot.defence_die === null || shot.defence === null ? shot.rum : shot.defence - shot.defence_die;
  const [guns, rum] = [Math.min(shot.guns, added), Math.min(shot.rum, held)];
  return { guns, attackPearls: added - guns, rum, defencePearls: held - rum };
}

/** The ship that went down between two scenes, as it was. */
export function sunk(before: BootsScene | null, after: BootsScene): Vessel | null {
  if (!before?.shot) return null;
  const was = vessel(before, before.shot.attacked);
  if (!was) return null;
  const isGone = !vessel(after, was.ship) || (before.phase === "refuge" && after.phase !== "refuge");
  return isGone ? was : null;
}

/** Points that came in between two scenes, and where: at the ship that brought them. */
export function gained(before: BootsScene | null, after: BootsScene): { square: number; points: number } | null {
  const seat = before ? after.players.findIndex((player) => player.score > scoreOf(before, player.seat)) : -1;
  const square = before && seat >= 0 ? vessel(after, before.acting ?? String(seat))?.square : null;
  return before && square != null ? { square, points: scoreOf(after, seat) - scoreOf(before, seat) } : null;
}

/** Whether all four colours went ashore at once. */
export const isFanfare = (flown: readonly Flight[]): boolean =>
  COLOURS.every((good) => flown.some((flight) => flight.to === null && flight.good === good));
