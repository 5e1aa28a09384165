/** What a new table is asked to be: the quick one, and the same again. */

import { nonce } from "../wire/api";
import type { GameCard, Made, NewTable, SeatWish, View } from "../wire/messages";
import { recall, remember } from "./memory";

/** The level that suits most: the middle one. */
export function usualLevel(levels: readonly { id: string }[]): string {
  return levels[Math.floor((levels.length - 1) / 2)]?.id ?? "captain";
}

/** Me against bots, everything as usual. */
export function quickTable(game: GameCard): NewTable {
  const bot: SeatWish = `bot:${usualLevel(game.levels)}`;
  const seats: SeatWish[] = ["me", ...Array.from({ length: game.seats.usual - 1 }, () => bot)];
  return { game: game.id, options: {}, seats, clock: null, is_public: false, nonce: nonce() };
}

/** Me at one seat, bots at all others. */
export function besideBots(count: number, mine: number, level: string): SeatWish[] {
  return Array.from({ length: count }, (_, seat): SeatWish => (seat === mine ? "me" : `bot:${level}`));
}

/** The same people and bots at the same seats; those at this screen keep their names. */
export function sameAgain(view: View): NewTable {
  const seats = view.seats.map((seat): SeatWish => {
    if (seat.kind === "bot") return `bot:${seat.level ?? "captain"}`;
    if (!seat.is_mine) return "friend";
    return seat.seat === view.mine[0] ? "me" : "here";
  });
  const names = view.seats.map((seat) => (seat.is_mine && seat.is_named ? seat.name : null));
  return { game: view.game, options: view.options, seats, names, clock: null, is_public: false, nonce: nonce() };
}

/** Seats when their number changes: those that are there stay, new ones are bots. */
export function resize(seats: readonly SeatWish[], count: number, level: string): SeatWish[] {
  return Array.from({ length: count }, (_, seat): SeatWish => seats[seat] ?? `bot:${level}`);
}

/** Invitations are told once, to whoever opened the table; this browser keeps them for the table's page. */
export function rememberInvitations(made: Made): void {
  if (made.invitations.length) remember(`invitations.${made.table}`, JSON.stringify(made.invitations));
}

export function invitationsOf(table: string): Made["invitations"] {
  return JSON.parse(recall(`invitations.${table}`) ?? "[]");
}

export function span(least: number, most: number): string {
  return least === most ? `${least}` : `${least}–${most}`;
}
