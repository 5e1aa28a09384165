/** Puts everything that every page needs into one file: many small ones take longer to load. */
import type { Rolldown } from "vite";

const ENTRY = /\/src\/main\.ts$/;
const SHELL = "shell";

/** The name of the file for what the entry imports, directly or not; nothing for all else. */
export function shell(id: string, context: Rolldown.ChunkingContext): string | null {
  const seen = new Set<string>();
  const isWanted = (each: string): boolean => {
    if (ENTRY.test(each)) return true;
    if (seen.has(each)) return false;
    seen.add(each);
    return context.getModuleInfo(each)?.importers.some(isWanted) ?? false;
  };
  return !ENTRY.test(id) && isWanted(id) ? SHELL : null;
}
