/** Boards, pictures and texts of the games, each found by the name of its folder and loaded when needed. */
import type { Component } from "svelte";
import type { BoardProps } from "../board/board";
import type { Pace, Roller } from "../board/stage.svelte";
import { loadOrReload } from "../browser/loading";
import type { Texts } from "../words/say";

export interface BoardModule {
  default: Component<BoardProps>;
  pace?: Pace;
  leastPace?: Pace;
}

const boards = import.meta.glob<BoardModule>("./*/Board.svelte");
const rollers = import.meta.glob<Roller>("./*/roll.ts", { import: "roller", eager: true });
const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte");
const words = import.meta.glob<Texts>("./*/words/*.json", { import: "default" });

/** The board of a game; a game without one is played with the buttons. */
export async function boardOf(game: string): Promise<BoardModule> {
  return loadOrReload(boards[`./${game}/Board.svelte`] ?? (() => import("../board/PlainBoard.svelte")));
}

/** Who rolls dice in a game without being asked first: nobody, if it does not say. */
export const rollerOf = (game: string): Roller => rollers[`./${game}/roll.ts`] ?? (() => -1);

export async function pictureOf(game: string): Promise<Component | null> {
  const load = pictures[`./${game}/Picture.svelte`];
  return load ? (await loadOrReload(load)).default : null;
}

export async function wordsOf(game: string, language: string): Promise<Texts> {
  const load = words[`./${game}/words/${language}.json`];
  return load ? loadOrReload(load) : {};
}
