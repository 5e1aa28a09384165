/** What a scene of Captain Treasure Boots means, and what two scenes tell together. */
import type { Scene } from "../../wire/messages";
import type { Scene as BootsScene, End, TokenName as Good, Shot, Ship as Vessel, WindName as Wind } from "./schema";

export type {
  Aim,
  End,
  Island,
  LastShot,
  Port,
  Scene as BootsScene,
  Ship as Vessel,
  Shot,
  TokenName as Good,
  WindName as Wind,
} from "./schema";
export const GOODS: readonly Good[] = ["sails", "guns", "rum", "gold", "white", "black"];
export const WINDS: readonly Wind[] = ["n", "e", "s", "w"];

export interface Stop {
  square: number;
  pearls: number;
}

export const bootsScene = (scene: Scene): BootsScene => scene as unknown as BootsScene;
export const vessel = (scene: BootsScene, ship: string | null): Vessel | undefined =>
  scene.ships.find((each) => each.ship === ship);

export const scoreOf = (scene: BootsScene, seat: number): number => scene.players[seat]?.score ?? 0;

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
    return { ship: ship.ship, way: wayTo(before.reach ?? [], was.square, ship.square), isNew: false };
  }
  return null;
}

/** The stops of a cheapest way, as the reach tells them; straight if a stop is not among them. */
export function wayTo(reach: readonly End[], start: number, end: number): number[] {
  const from = new Map(reach.map((each) => [each.square, each.before]));
  const way = [end];
  for (let stop = from.get(end); stop !== undefined && stop !== null; stop = from.get(stop)) {
    way.unshift(stop);
    if (stop === start) return way;
  }
  return [start, end];
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
  const robbed = before.shot ? vessel(before, before.shot.target) : undefined;
  return robbed && robbed.ship !== ship.ship ? (vessel(after, robbed.ship)?.square ?? robbed.square) : null;
}

export interface Outcome {
  shot: Shot; // with all its dice
  from: number;
  to: number;
  isHit: boolean;
}

/** How a shot ended, once it has. */
export function outcome(before: BootsScene | null, after: BootsScene): Outcome | null {
  if (!before?.shot || !["defence_die", "defence_pearls"].includes(before.phase)) return null;
  if (after.phase === "defence_pearls") return null;
  const [from, to] = [vessel(before, before.shot.attacker), vessel(before, before.shot.target)];
  if (!from || !to || from.square === null || to.square === null) return null;
  const ended = after.shot ?? after.last_shot; // only after a hit there is more to ask
  const { attack, defence, defence_die } = ended ?? before.shot;
  const isHit = after.shot !== null || (after.last_shot?.is_hit ?? false);
  return { shot: { ...before.shot, attack, defence, defence_die }, from: from.square, to: to.square, isHit };
}

/** What was added to the dice of a shot; pearls are what neither guns nor rum explain. */
export function addends(shot: Shot): { guns: number; attackPearls: number; rum: number; defencePearls: number } {
  const added = shot.attack_die === null ? shot.guns : shot.attack - shot.attack_die + shot.gap;
  const held = shot.defence_die === null || shot.defence === null ? shot.rum : shot.defence - shot.defence_die;
  const [guns, rum] = [Math.min(shot.guns, added), Math.min(shot.rum, held)];
  return { guns, attackPearls: added - guns, rum, defencePearls: held - rum };
}

/** The ship that went down between two scenes, as it was. */
export function sunk(before: BootsScene | null, after: BootsScene): Vessel | null {
  if (!before?.shot) return null;
  const was = vessel(before, before.shot.target);
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

export const COLOURS: readonly Good[] = ["sails", "guns", "rum", "gold"];

/** Whether all four colours went ashore at once. */
export const isFanfare = (flown: readonly Flight[]): boolean =>
  COLOURS.every((good) => flown.some((flight) => flight.to === null && flight.good === good));
