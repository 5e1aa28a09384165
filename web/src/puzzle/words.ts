/** The texts about one's own mistakes, loaded with them. */
import { language } from "../words/language.svelte";
import { type Say, type Texts, translator } from "../words/say";
import en from "./words/en.json";
import fr from "./words/fr.json";

const TEXTS: Record<string, Texts> = { en, fr };

/** The text of this key in the current language. */
export const tell: Say = (key, values) => translator(TEXTS[language.code] ?? en, language.code)(key, values);
