/** The texts of a game's board. */

import { wordsOf } from "../games/registry";
import { language } from "../words/language.svelte";
import type { Texts } from "../words/say";

export interface BoardWords {
  readonly texts: Texts | null; // null: not loaded yet
}

/** In the current language; the old texts stay until the new ones are loaded. */
export function boardWords(game: () => string | undefined): BoardWords {
  let texts = $state.raw<Texts | null>(null);
  const name = $derived(game());
  $effect(() => {
    if (!name) return;
    let isWanted = true; // texts of an earlier language may arrive late
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
