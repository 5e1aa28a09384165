/** For what can only be told from the difference of two scenes. */
import { untrack } from "svelte";

/** Calls with the last scene and the next one, before the next one is drawn; and whenever something else that `scenes` reads changes. */
export function onScene<S>(scenes: () => [was: S | null, is: S], happen: (was: S | null, is: S) => void): void {
  $effect.pre(() => {
    const [was, is] = scenes();
    untrack(() => happen(was, is));
  });
}
