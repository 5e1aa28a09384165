/** Puts what is loaded together into one file: many small ones take longer to load. */
import type { Rolldown } from "vite";

const ENTRY = /\/src\/main\.ts$/;
const BOARD = /\/src\/games\/\w+\/Board\.svelte$/;
const TABLE = /\/src\/app\/Table\.svelte$/;
const STUDY = /\/src\/(app\/Replay|lesson\/LessonPage|puzzle\/PuzzlePage|analysis\/AnalysisPage)\.svelte$/;

/** What every page needs. */
export function shell(id: string, context: Rolldown.ChunkingContext): string | null {
  return !ENTRY.test(id) && count(ENTRY, id, context) ? "shell" : null;
}

/** What several boards share, or the table and other pages with boards. */
export function play(id: string, context: Rolldown.ChunkingContext): string | null {
  if (count(ENTRY, id, context)) return null;
  const isShared = count(BOARD, id, context) > 1 || (count(TABLE, id, context) && count(STUDY, id, context));
  return isShared ? "play" : null;
}

function count(kind: RegExp, id: string, context: Rolldown.ChunkingContext): number {
  return [...usersOf(id, context)].filter((user) => kind.test(user)).length;
}

/** The module itself and all that import it, directly or not. */
function usersOf(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const users = new Set([id]);
  for (const user of users) for (const importer of context.getModuleInfo(user)?.importers ?? []) users.add(importer);
  return users;
}
