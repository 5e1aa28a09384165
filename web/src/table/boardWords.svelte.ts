/** The words of a game's board. */

import { wordsOf } from "../games/registry";
import { language } from "../words/language.svelte";
import type { Texts } from "../words/say";

export interface BoardWords {
  readonly texts: Texts | null; // null: they have not come yet
}

/** In the language of the moment; those of the former one stay until the new ones are here. */
export function boardWords(game: () => string | undefined): BoardWords {
  let texts = $state.raw<Texts | null>(null);
  const name = $derived(game());
  $effect(() => {
    if (!name) return;
    let isWanted = true; // a language that was switched on before may come later
    wordsOf(name, language.code).then((loaded) => {
      if (isWanted) texts = loaded;
    });
    return () => {
      isWanted = false;
    };
  });
  return {
    get texts() {
      return texts;
    },
  };
}
