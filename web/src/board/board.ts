/** What a board is given and what it may do: the contract between the frame and games/<game>/Board.svelte. */

import type { Choice, Scene, View } from "../wire/messages";
import type { Say } from "../words/say";
import type { Sound } from "./sound.svelte";

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
