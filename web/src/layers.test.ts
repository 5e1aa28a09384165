import { expect, test } from "vitest";

/** What each folder may import besides itself. A game imports no other game. */
const LAYERS: Record<string, string[]> = {
  browser: [],
  words: ["browser"],
  wire: ["browser", "words"],
  board: ["browser", "words", "wire"],
  "games/*": ["words", "wire", "board"],
  games: ["browser", "words", "board", "games/*"],
  controls: ["browser", "words", "board"],
  table: ["browser", "words", "wire", "board", "games", "controls"],
  app: ["browser", "words", "wire", "board", "games", "controls", "table"],
};
const IMPORT = /(?:\bfrom |\bimport |\bimport\(|\bglob(?:<.*>)?\(\[?)"(\.[^"]+)"/g;

const sources = import.meta.glob<string>(["./*/**/*.{svelte,ts}", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The folder of a file below src/: "board", or "games/calypso". */
function folderOf(path: string): string {
  const [first = "", second = "", ...rest] = path.split("/");
  return first === "games" && rest.length ? `games/${second}` : first;
}

const layerOf = (folder: string) => folder.replace(/^games\/.*/, "games/*");

test("folders import only what is below them", () => {
  const wrong: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const file = name.slice("./".length);
    const folder = folderOf(file);
    for (const [, path = ""] of source.matchAll(IMPORT)) {
      const target = folderOf(new URL(path, `file:///${file}`).pathname.slice(1));
      if (target === folder || LAYERS[layerOf(folder)]?.includes(layerOf(target))) continue;
      wrong.push(`${file} imports ${path}`);
    }
  }
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
