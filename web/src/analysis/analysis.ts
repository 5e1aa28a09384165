/** What the page of an analysis shows: figures as texts, and where they stand in the graph. */
import type { GameAnalysis, Seat, View } from "../wire/messages";
import { capitalize, formatList } from "../words/say";
import { tell } from "./words";

export type AnalysedMoment = GameAnalysis["moments"][number];
export type Mistake = GameAnalysis["errors"][number];
export type SeatAnalysis = GameAnalysis["seats"][number];

const EVEN = 0.02; // less from the draws is neither good nor bad luck
const ROWS = 24; // of the table that tells what the graph shows

export const percentOf = (share: number): number => Math.round(share * 100);

/** With a sign; the minus is as wide as the plus. */
export function signed(share: number): string {
  const percent = percentOf(share);
  return percent > 0 ? `+${percent}` : percent < 0 ? `−${-percent}` : "0";
}

/** One or two sentences: how lucky this player was, and their biggest mistake. */
export function sentenceOf(account: SeatAnalysis, errors: readonly Mistake[], seat: Seat): string {
  const { draws } = account;
  const isEven = Math.abs(draws) < Math.max(EVEN, account.draws_noise);
  const luck = isEven ? "even" : draws > 0 ? "lucky" : "unlucky";
  const [worst] = errors.filter((each) => each.seat === seat.seat).sort((one, other) => other.cost - one.cost);
  const speak = (key: string, values: Record<string, string | number> = {}) =>
    seat.is_mine ? tell(`you.${key}`, values) : tell(`who.${key}`, { who: seat.name, ...values });
  const mistake = worst ? speak("worst", { turn: worst.turn, percent: percentOf(worst.cost) }) : speak("none");
  return `${capitalize(speak(luck, { percent: percentOf(Math.abs(draws)) }))} ${mistake}`;
}

/** What a moment of the graph says. */
export function momentText(moment: AnalysedMoment, last: number, seats: View["seats"], language: string): string {
  const each = seats.map(({ name, seat }) =>
    tell("chances.one", { who: name, percent: percentOf(moment.chances[seat] ?? 0) }),
  );
  return tell("chances.moment", { seq: moment.seq, last, chances: formatList(each, language) });
}

/** How the chances changed with the event before this moment: of those who gained and lost most. */
export function changeText(moments: readonly AnalysedMoment[], seq: number, seats: View["seats"]): string {
  const after = moments[seq]?.chances ?? [];
  const changes = seats.map(({ name, seat }) => ({
    name,
    change: (after[seat] ?? 0) - (moments[seq - 1]?.chances[seat] ?? 0),
  }));
  changes.sort((one, other) => other.change - one.change);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return "";
  return [first, last]
    .filter((each, place, all) => all.indexOf(each) === place)
    .map(({ name, change }) => tell("turning.change", { who: name, percent: signed(change) }))
    .join(", ");
}

/** The moments of the table: the turning points, the end, and some in between. */
export function rowsOf(analysis: GameAnalysis): AnalysedMoment[] {
  const step = Math.max(1, Math.ceil(analysis.moments.length / ROWS));
  const last = analysis.moments.length - 1;
  return analysis.moments.filter(
    ({ seq }) => seq % step === 0 || seq === last || analysis.turning_points.includes(seq),
  );
}

/** The points of a line, in a graph of this size. */
export function pointsOf(moments: readonly AnalysedMoment[], seat: number, width: number, height: number): string {
  const last = Math.max(1, moments.length - 1);
  return moments
    .map(({ seq, chances }) => {
      const share = Math.min(1, Math.max(0, chances[seat] ?? 0));
      return `${((width * seq) / last).toFixed(1)},${(height * (1 - share)).toFixed(1)}`;
    })
    .join(" ");
}

/** The course of a figure of one seat as a line that rises where it changes, in a graph of this size. */
export function courseOf(
  course: GameAnalysis["statistics"][number]["course"],
  seat: number,
  last: number,
  width: number,
  height: number,
): string {
  const all = course.flatMap(([, values]) => values);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (at: number) => ((width * at) / Math.max(1, last)).toFixed(1);
  const y = (value: number) => (height * (1 - (value - least) / (most - least))).toFixed(1);
  const points: string[] = [];
  let value = 0;
  for (const [at, values] of course) {
    const next = values[seat] ?? 0;
    if (points.length && next !== value) points.push(`${x(at)},${y(value)}`);
    if (!points.length || next !== value) points.push(`${x(at)},${y(next)}`);
    value = next;
  }
  return [...points, `${x(last)},${y(value)}`].join(" ");
}
