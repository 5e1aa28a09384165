/** Fills the placeholders of texts: `{name}`; `{n:one fish|# fish}`, singular or plural;
 * `{who:de}`, `{ship:à}`, a French preposition: d’Ada, du corsaire, au corsaire. */

export type Texts = Record<string, string>;
export type Say = (key: string, values?: Record<string, string | number>) => string;

const SLOT = /\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}/g;
const CONTRACTED: Texts = { "de le": "du", "de les": "des", "à le": "au", "à les": "aux" };
const ELIDES = /^([aeiouhœæ]|y(?![aeiou]))/i;

export function fill(text: string, language: string, values: Record<string, string | number> = {}): string {
  return text.replace(SLOT, (slot, name: string, form?: string, plural?: string) => {
    const value = values[name];
    if (value === undefined) return slot;
    if (form === undefined) return String(value);
    if (plural === undefined) return joined(form, String(value));
    return (isSingular(language, Number(value)) ? form : plural).replace("#", String(value));
  });
}

function joined(preposition: string, text: string): string {
  const [article, ...noun] = text.split(" ");
  const contracted = CONTRACTED[`${preposition} ${article}`];
  if (contracted && noun.length) return [contracted, ...noun].join(" ");
  const isElided = preposition === "de" && ELIDES.test(text.normalize("NFD"));
  return isElided ? `d’${text}` : `${preposition} ${text}`;
}

/** Names as a list: "Ada, Bo and Cy". */
export function formatList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);
}

function isSingular(language: string, count: number): boolean {
  return language === "fr" ? Math.abs(count) < 2 : Math.abs(count) === 1;
}

/** A missing key is shown as itself. */
export function translator(texts: Texts, language: string): Say {
  return (key, values) => fill(texts[key] ?? key, language, values);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of the browser's languages that the page has, else English. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const each of languages) {
    const found = LANGUAGES.find((language) => each.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
