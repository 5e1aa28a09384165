/** Known before the board is loaded: a first roll waits, too. */
import type { Roller } from "../../board/stage.svelte";

/** Whose turn begins with the die; those who chose to roll again have done so already. */
export const roller: Roller = ({ phase, turn }, last) =>
  phase === "die" && typeof turn === "number" && last?.choice !== "roll" ? turn : -1;
