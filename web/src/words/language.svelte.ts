/** The language of the page: the browser's, or the one the player chose. */
import { readStorage, writeStorage } from "../browser/storage";
import { LANGUAGES, type Language, preferredLanguage, type Say, type Texts, translator } from "./say";

const files = import.meta.glob<Texts>("./*.json", { import: "default" });

class PageLanguage {
  code = $state<Language>("en");
  #texts = $state.raw<Texts>({});

  async start(): Promise<void> {
    const kept = readStorage("language");
    await this.use(LANGUAGES.find((each) => each === kept) ?? preferredLanguage(navigator.languages));
  }

  async use(code: Language, isKept = false): Promise<void> {
    this.#texts = (await files[`./${code}.json`]?.()) ?? {};
    this.code = code;
    document.documentElement.lang = code;
    if (isKept) writeStorage("language", code);
  }

  get say(): Say {
    return translator(this.#texts, this.code);
  }
}

export const language = new PageLanguage();
/** The text of this key in the current language. */
export const say: Say = (key, values) => language.say(key, values);
