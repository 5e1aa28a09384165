/** The texts of a game's board. */

import { wordsOf } from "../games/registry";
import { language } from "../words/language.svelte";
import type { Texts } from "../words/say";

export interface BoardWords {
  readonly texts: Texts | null; // null: not loaded yet
}

/** What a game asks in this phase. A slot such as {colour} takes the word of a value of the scene: colour.blue. */
export function promptOf(texts: Texts, phase: string, scene: object): string | undefined {
  return texts[`prompt.${phase}`]?.replace(/\{(\w+)\}/g, (slot, name) => {
    const values = Object.values(scene).map((value) => texts[`${name}.${value}`]);
    return values.find((word) => word !== undefined) ?? slot;
  });
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
