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
  lesson: ["browser", "words", "wire", "board", "games", "controls", "table"],
  club: ["browser", "words", "wire", "controls", "table"],
  puzzle: ["browser", "words", "wire", "board", "games", "controls", "table"],
  analysis: ["browser", "words", "wire", "board", "games", "controls", "table"],
  app: ["browser", "words", "wire", "board", "games", "controls", "table", "lesson", "puzzle", "club", "analysis"],
};
const IMPORT = /(?:\bfrom |\bimport |\bimport\(|\bglob(?:<.*>)?\(\[?)"(\.[^"]+)"/g;

const EXPORT = /^export (?:async )?(?:const|let|function|class) (\w+)/gm;

const all = import.meta.glob<string>("./**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
const sources = Object.fromEntries(
  Object.entries(all).filter(([name]) => name.split("/").length > 2 && !name.endsWith(".test.ts")),
);

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

test("every exported value is used in another file", () => {
  const words = Object.entries(all).map(([name, source]) => ({ name, words: new Set(source.match(/\w+/g)) }));
  const unused = Object.entries(sources).flatMap(([name, source]) =>
    [...source.matchAll(EXPORT)]
      .map(([, exported = ""]) => exported)
      .filter((exported) => !words.some((other) => other.name !== name && other.words.has(exported)))
      .map((exported) => `${name}: ${exported}`),
  );
  expect(unused).toEqual([]);
});

test("every file is imported", () => {
  const imported = new Set(
    Object.entries(all).flatMap(([name, source]) =>
      [...source.matchAll(IMPORT)].map(([, path = ""]) => new URL(path, `file:///${name}`).pathname),
    ),
  );
  const isImported = (name: string) => {
    const path = new URL(name, "file:///").pathname;
    return imported.has(path) || imported.has(path.replace(/\.ts$/, ""));
  };
  const found = Object.keys(sources).filter((name) => !isImported(name));
  expect(
    found.filter(
      (name) => !/(games\/\w+\/((Board|Picture)\.svelte|roll\.ts)|controls\/faces\/\w+\.svelte)$/.test(name),
    ),
  ).toEqual([]);
});
