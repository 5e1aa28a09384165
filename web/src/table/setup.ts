/** Settings of new tables: a quick game, a rematch, seats. */
import { nonce } from "../wire/api";
import type { GameCard, NewTable, OptionCard, SeatSetup, Values, View } from "../wire/messages";

const DEFAULT_RANK = "sailor";

/** The rank that most people can beat; where there is none, the strongest. */
export function defaultRank(ranks: readonly { id: string }[]): string {
  return (ranks.find(({ id }) => id === DEFAULT_RANK) ?? ranks.at(-1))?.id ?? "captain";
}

/** Me against bots, with default options. */
export function quickTable(game: GameCard): NewTable {
  const bot: SeatSetup = `bot:${defaultRank(game.ranks)}`;
  const seats: SeatSetup[] = ["me", ...Array.from({ length: game.seats.usual - 1 }, () => bot)];
  return { game: game.id, options: {}, seats, order: "lot", clock: null, is_public: false, nonce: nonce() };
}

/** Me at one seat, bots at all others. */
export function meAmongBots(count: number, mine: number, rank: string): SeatSetup[] {
  return Array.from({ length: count }, (_, seat): SeatSetup => (seat === mine ? "me" : `bot:${rank}`));
}

/** Me at one seat; the other bots as they were, and bots for the other people. */
export function meAndBots(seats: View["seats"], mine: number, rank: string): SeatSetup[] {
  return seats.map(({ seat, rank: own }): SeatSetup => (seat === mine ? "me" : `bot:${own ?? rank}`));
}

/** The same people and bots; those at this screen keep their names. Seats are drawn again if they were drawn before. */
export function rematch(view: View): NewTable {
  const seats = view.seats.map((seat): SeatSetup => {
    if (seat.kind === "bot") return `bot:${seat.rank ?? "captain"}`;
    if (!seat.is_mine) return "friend";
    return seat.seat === view.mine[0] ? "me" : "here";
  });
  const names = view.seats.map((seat) => (seat.is_mine && seat.is_named ? seat.name : null));
  const order = view.lot || view.forked ? "lot" : "listed";
  return { game: view.game, options: view.options, seats, names, order, clock: null, is_public: false, nonce: nonce() };
}

/** The options that can matter with so many seats and these values; others would change nothing. */
export function applyingOptions(
  options: readonly OptionCard[],
  chosen: Readonly<Record<string, Values>>,
  seats: number,
): OptionCard[] {
  const values: Record<string, Values> = { ...Object.fromEntries(options.map((each) => [each.name, each.default])) };
  Object.assign(values, chosen, { seats });
  return options.filter(({ when }) =>
    Object.entries(when).every(([name, allowed]) => allowed.includes(values[name] ?? "")),
  );
}

/** Whether the rulebook has this value; where it has none, the default counts. */
export function isOfBook(option: OptionCard, value: Values): boolean {
  return value === option.book_value || option.values.find((each) => each.value === value)?.origin === "book";
}

/** House rules and additions as the rulebook has them; a variant of the book stays as it was chosen. */
export function asInBook(
  options: readonly OptionCard[],
  chosen: Readonly<Record<string, Values>>,
): Record<string, Values> {
  return Object.fromEntries(
    options.map((option) => {
      const value = chosen[option.name] ?? option.default;
      return [option.name, isOfBook(option, value) ? value : option.book_value];
    }),
  );
}

/** Seats when their number changes: those that are there stay, new ones are bots. */
export function resizeSeats(seats: readonly SeatSetup[], count: number, rank: string): SeatSetup[] {
  return Array.from({ length: count }, (_, seat): SeatSetup => seats[seat] ?? `bot:${rank}`);
}

export function rangeText(least: number, most: number): string {
  return least === most ? `${least}` : `${least}–${most}`;
}
