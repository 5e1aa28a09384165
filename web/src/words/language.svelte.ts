/** The language of the page: the browser's, or the one a person switched to. */
import { recall, remember } from "../app/memory";
import { LANGUAGES, type Language, preferred, type Say, speaker, type Texts } from "./say";

const files = import.meta.glob<Texts>("./*.json", { import: "default" });

class Tongue {
  language = $state<Language>("en");
  #texts = $state.raw<Texts>({});

  async start(): Promise<void> {
    const kept = recall("language");
    await this.speak(LANGUAGES.find((each) => each === kept) ?? preferred(navigator.languages));
  }

  async speak(language: Language, isKept = false): Promise<void> {
    this.#texts = (await files[`./${language}.json`]?.()) ?? {};
    this.language = language;
    document.documentElement.lang = language;
    if (isKept) remember("language", language);
  }

  get say(): Say {
    return speaker(this.#texts, this.language);
  }
}

export const tongue = new Tongue();
/** What the page says under this key, in the language of the moment. */
export const say: Say = (key, values) => tongue.say(key, values);
