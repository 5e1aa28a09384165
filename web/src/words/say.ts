/** A text with its slots filled: `{name}`, or `{n:one fish|# fish}` with the form that fits the number. */

export type Texts = Record<string, string>;
export type Say = (key: string, values?: Record<string, string | number>) => string;

const SLOT = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

export function fill(text: string, language: string, values: Record<string, string | number> = {}): string {
  return text.replace(SLOT, (slot, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return slot;
    if (one === undefined || many === undefined) return String(value);
    return (isSingular(language, Number(value)) ? one : many).replace("#", String(value));
  });
}

function isSingular(language: string, count: number): boolean {
  return language === "fr" ? Math.abs(count) < 2 : Math.abs(count) === 1;
}

/** Words that answer a missing key with the key itself, so that a slip is seen and nothing breaks. */
export function speaker(texts: Texts, language: string): Say {
  return (key, values) => fill(texts[key] ?? key, language, values);
}

/** A name where a sentence begins, or a remark of the server that stands alone. */
export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of the wished languages that we speak. */
export function preferred(wished: readonly string[]): Language {
  for (const wish of wished) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
