/** The props of a board: the contract between the frame and games/<game>/Board.svelte. */

import type { Choice, Scene, View } from "../wire/messages";
import type { Say } from "../words/say";
import type { Sound } from "./sound.svelte";

export interface BoardProps {
  view: View; // the newest view: seats, options, result; its scene may be ahead of `scene`
  scene: Scene; // what to draw now
  before: Scene | null; // the scene drawn before, for differences
  choices: Choice[]; // empty while steps are shown and while others act
  pointed: Choice | null; // the choice whose button is hovered or focused: preview it
  choose: (choice: Choice) => void;
  repeat?: () => void; // shows again what happened since my last choice; missing if there is nothing to show
  roll?: () => void; // my roll waits for me; missing otherwise
  pointings?: { key: number; seat: number; part: string }[]; // what players point at now
  gesture?: (id: string) => void; // points at something for everyone: one of the view's gestures
  say: Say; // the texts of this board
  sound: Sound;
}
