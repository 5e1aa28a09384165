import { expect, test } from "vitest";
import type { GameAnalysis, Seat } from "../wire/messages";
import { changeText, courseOf, pointsOf, rowsOf, sentenceOf, signed } from "./analysis";

const moment = (seq: number, chances: number[]) => ({ seq, at: seq + 3, chances, known: chances, story: "" });
const seat = (place: number, name: string, is_mine = false) => ({ seat: place, name, is_mine }) as Seat;
const choice = { choice: { id: "a", number: 1, text: "a" }, reason: "" };

test("percent have a sign of the same width", () => {
  expect([signed(0.184), signed(-0.184), signed(0.001)]).toEqual(["+18", "−18", "0"]);
});

test("a sentence tells luck and the biggest mistake, to me and of others", () => {
  const account = { seat: 0, draws: -0.18, draws_noise: 0.03 } as GameAnalysis["seats"][number];
  const errors = [
    { seq: 2, seat: 0, turn: 3, cost: 0.05, chosen: choice, best: choice },
    { seq: 4, seat: 0, turn: 7, cost: 0.11, chosen: choice, best: choice },
  ] as GameAnalysis["errors"];
  expect(sentenceOf(account, errors, seat(0, "Anna", true))).toBe(
    "You were unlucky: the draws cost you 18%. Your biggest mistake was in turn 7: it cost 11%.",
  );
  expect(sentenceOf({ ...account, draws: -0.025 }, [], seat(1, "Ben"))).toBe(
    "The draws treated Ben evenly. No clear mistake.",
  );
});

test("a turning point names who gained and who lost most", () => {
  const moments = [moment(0, [0.3, 0.3, 0.4]), moment(1, [0.5, 0.25, 0.25])];
  expect(changeText(moments, 1, [seat(0, "Anna"), seat(1, "Ben"), seat(2, "Cleo")])).toBe("Anna +20%, Cleo −15%");
});

test("the table has the turning points and the end of a long game", () => {
  const moments = Array.from({ length: 500 }, (_, seq) => moment(seq, [1]));
  const rows = rowsOf({ moments, turning_points: [7], seats: [], errors: [], statistics: [] }).map(({ seq }) => seq);
  expect(rows.length).toBeLessThan(30);
  expect(rows).toEqual(expect.arrayContaining([0, 7, 499]));
});

test("a line goes from left to right and stays in the graph", () => {
  expect(pointsOf([moment(0, [0.5]), moment(1, [1.2]), moment(2, [-0.1])], 0, 100, 40)).toBe(
    "0.0,20.0 50.0,0.0 100.0,40.0",
  );
});

test("the course of a figure rises at once where it changes, and goes on to the end", () => {
  const course: [number, number[]][] = [
    [0, [0, 0]],
    [5, [1, 0]],
    [10, [1, 2]],
  ];
  expect(courseOf(course, 0, 20, 100, 40)).toBe("0.0,40.0 25.0,40.0 25.0,20.0 100.0,20.0");
  expect(courseOf(course, 1, 20, 100, 40)).toBe("0.0,40.0 50.0,40.0 50.0,0.0 100.0,0.0");
});
