import { expect, test } from "vitest";
import { fill, formatList, preferredLanguage, type Texts } from "./say";

const files = import.meta.glob<Texts>(
  ["./*.json", "../club/words/*.json", "../analysis/words/*.json", "../games/*/words/*.json"],
  {
    import: "default",
    eager: true,
  },
);
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
const slots = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((slot) => slot[1]).sort();

test.each(folders)("%s has the same keys and placeholders in French and English", (folder) => {
  const english = files[`${folder}en.json`] ?? {};
  const french = files[`${folder}fr.json`] ?? {};
  expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect(slots(french[key] ?? ""), key).toEqual(slots(text));
    expect(text.trim(), key).not.toBe("");
  }
});

test("a number takes the form that its language gives it", () => {
  expect(fill("{n:one fish|# fish}", "en", { n: 1 })).toBe("one fish");
  expect(fill("{n:one fish|# fish}", "en", { n: 0 })).toBe("0 fish");
  expect(fill("{n:# poisson|# poissons}", "fr", { n: 0 })).toBe("0 poisson");
  expect(fill("{who} of {goal}", "en", { who: "Anna", goal: 8 })).toBe("Anna of 8");
});

test.each([
  ["Bruno", "de Bruno", "à Bruno"],
  ["Ada", "d’Ada", "à Ada"],
  ["Élise", "d’Élise", "à Élise"],
  ["Œdipe", "d’Œdipe", "à Œdipe"],
  ["Yves", "d’Yves", "à Yves"],
  ["Yann", "de Yann", "à Yann"],
  ["Hélène", "d’Hélène", "à Hélène"],
  ["Le Goff", "de Le Goff", "à Le Goff"],
  ["le corsaire x1", "du corsaire x1", "au corsaire x1"],
  ["les autres", "des autres", "aux autres"],
  ["l’île 8", "de l’île 8", "à l’île 8"],
  ["la perle", "de la perle", "à la perle"],
  ["4-7", "de 4-7", "à 4-7"],
])("French prepositions elide and contract before %s", (x, of, to) => {
  expect(fill("{x:de}", "fr", { x })).toBe(of);
  expect(fill("{x:à}", "fr", { x })).toBe(to);
});

test("names are listed with the conjunction of the language", () => {
  expect(formatList(["Ada"], "fr")).toBe("Ada");
  expect(formatList(["Ada", "Bo", "Cy"], "fr")).toBe("Ada, Bo et Cy");
  expect(formatList(["Ada", "Bo", "Cy"], "en")).toBe("Ada, Bo and Cy");
});

test("the first known language of the browser is taken, else English", () => {
  expect(preferredLanguage(["de-DE", "fr-CA", "en"])).toBe("fr");
  expect(preferredLanguage(["de"])).toBe("en");
});

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../games/**", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
test("every text that the frame uses exists, and every text is used", () => {
  const english = files["./en.json"] ?? {};
  const used = new Set<string>();
  const families = new Set<string>();
  for (const source of Object.values(sources)) {
    for (const found of source.matchAll(/"([a-z_]+\.[a-z_]+)"/g)) used.add(found[1] ?? "");
    for (const found of source.matchAll(/say\("([^"]+)"/g)) expect(english, found[1]).toHaveProperty([found[1] ?? ""]);
    for (const found of source.matchAll(/say\(`([a-z_]+\.)\$\{/g)) families.add(found[1] ?? "");
  }
  for (const part of ["club", "analysis", "puzzle"]) {
    const own = Object.entries(sources).filter(([name]) => name.includes(`/${part}/`));
    const told = own.flatMap(([, source]) => [...source.matchAll(/"([a-z_]+\.[a-z_]+)"|tell\(`([a-z_]+\.)\$\{/g)]);
    const isTold = (key: string) =>
      told.some(([, whole, family]) => whole === key || (family && key.startsWith(family)));
    expect(Object.keys(files[`../${part}/words/en.json`] ?? {}).filter((key) => !isTold(key))).toEqual([]);
  }
  const unused = Object.keys(english).filter(
    (key) => !used.has(key) && ![...families].some((each) => key.startsWith(each)),
  );
  expect(unused).toEqual([]);
});
