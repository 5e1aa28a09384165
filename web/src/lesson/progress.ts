/** How far the lessons of this browser are, and which games have offered theirs. */
import { readStorage, writeStorage } from "../browser/storage";

const nameOf = (game: string) => `lesson.${game}`;
const LEARNT = "learnt";
const OFFERED = "offered";

/** The step to resume at; 0 if the lesson has not begun, or was finished. */
export function lessonStep(game: string): number {
  const kept = Number(readStorage(nameOf(game)));
  return Number.isInteger(kept) && kept > 0 ? kept : 0;
}

export const keepStep = (game: string, step: number): void => writeStorage(nameOf(game), String(step));
export const keepLearnt = (game: string): void => writeStorage(nameOf(game), LEARNT);

/** Whether to offer the lesson before the first game: it has neither begun nor been offered. */
export const isNew = (game: string): boolean => readStorage(nameOf(game)) === null;
export function keepOffered(game: string): void {
  if (isNew(game)) writeStorage(nameOf(game), OFFERED);
}
