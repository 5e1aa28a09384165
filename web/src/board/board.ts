/** What a board is given and what it may do: the contract between the frame and games/<game>/Board.svelte. */
import type { Component } from "svelte";
import type { Sound } from "../table/sound.svelte";
import type { Choice, Scene, View } from "../wire/messages";
import type { Say, Texts } from "../words/say";
import { loadOrReload } from "./loading";
import type { Pace } from "./stage.svelte";

export interface BoardProps {
  view: View; // the newest view: seats, options, result; its scene may be ahead of what is shown
  scene: Scene; // what to draw now
  before: Scene | null; // what was drawn before, for what can only be told from a difference
  choices: Choice[]; // what is offered; empty while steps are shown and while others act
  pointed: Choice | null; // the choice whose button is pointed at or focused: preview it
  choose: (choice: Choice) => void;
  repeat?: () => void; // shows again what happened since I chose last; not given where there is nothing to show
  pointings?: { key: number; seat: number; part: string }[]; // what people point at in this moment
  gesture?: (id: string) => void; // points at something, for all to see: one of the view's gestures
  say: Say; // the words of this board
  sound: Sound;
}

export interface BoardModule {
  default: Component<BoardProps>;
  pace?: Pace;
}

const boards = import.meta.glob<BoardModule>("../games/*/Board.svelte");
const pictures = import.meta.glob<{ default: Component }>("../games/*/Picture.svelte");
const words = import.meta.glob<Texts>("../games/*/words/*.json", { import: "default" });

/** The board of a game, or the one that leaves everything to the buttons. */
export async function boardOf(game: string): Promise<BoardModule> {
  const load = boards[`../games/${game}/Board.svelte`];
  return loadOrReload(load ?? (() => import("./PlainBoard.svelte")));
}

export async function pictureOf(game: string): Promise<Component | null> {
  const load = pictures[`../games/${game}/Picture.svelte`];
  return load ? (await loadOrReload(load)).default : null;
}

export async function wordsOf(game: string, language: string): Promise<Texts> {
  const load = words[`../games/${game}/words/${language}.json`];
  return load ? loadOrReload(load) : {};
}
