/** Known before the board is loaded: a first roll waits, too. */
import type { Roller } from "../../board/stage.svelte";

/** Whose turn begins with the dice. */
export const roller: Roller = ({ phase, turn }) => (phase === "dice" && typeof turn === "number" ? turn : -1);
