/** Which puzzles this browser has tried and solved, and on how many days in a row the puzzle of the day. */
import { readStorage, writeStorage } from "../browser/storage";

/** The result of the first try: the best choice, or another one. */
export type Result = "solved" | "tried";
export type Results = Record<string, Result>;

interface Days {
  last: string; // the date of the last puzzle of the day, as 2026-03-01
  count: number; // days in a row
}

const DAY_MS = 86_400_000;
const DAYS = "puzzles.days";
const nameOf = (game: string) => `puzzles.${game}`;

function read<Kept>(name: string, isValid: (kept: unknown) => boolean, otherwise: Kept): Kept {
  try {
    const kept: unknown = JSON.parse(readStorage(name) ?? "null");
    return isValid(kept) ? (kept as Kept) : otherwise;
  } catch {
    return otherwise;
  }
}

const isObject = (kept: unknown) => typeof kept === "object" && kept !== null && !Array.isArray(kept);

/** By the id of the puzzle. */
export const resultsOf = (game: string): Results => read(nameOf(game), isObject, {});

/** Only the first try counts. */
export function keepResult(game: string, puzzle: string, result: Result): void {
  const results = resultsOf(game);
  if (!(puzzle in results)) writeStorage(nameOf(game), JSON.stringify({ ...results, [puzzle]: result }));
}

/** What a mistake of mine is called among these results, and in its address. */
export const mistakeId = (table: string, event: number): string => `${table}/${event}`;

/** The puzzle to open next after this one: not tried yet, or else the next in the list. */
export function nextPuzzle(ids: readonly string[], results: Results, current?: string): string | undefined {
  const start = current === undefined ? 0 : ids.indexOf(current) + 1;
  const inTurn = [...ids.slice(start), ...ids.slice(0, start)];
  return inTurn.find((id) => !(id in results) && id !== current) ?? inTurn[0];
}

const keptDays = (): Days =>
  read(DAYS, (kept) => isObject(kept) && typeof (kept as Days).last === "string", { last: "", count: 0 });

/** How many days in a row the puzzle of the day was tried, up to this date or the day before. */
export function daysInARow(date: string): number {
  const { last, count } = keptDays();
  return last === date || isDayBefore(last, date) ? count : 0;
}

export const isDayDone = (date: string): boolean => keptDays().last === date;

export function keepDay(date: string): void {
  if (isDayDone(date)) return;
  writeStorage(DAYS, JSON.stringify({ last: date, count: daysInARow(date) + 1 }));
}

const isDayBefore = (one: string, other: string): boolean => Date.parse(other) - Date.parse(one) === DAY_MS;
