/** Effects that depend on the difference of two scenes. */
import { untrack } from "svelte";

/** Call `happen` with the last and the next scene before the next is drawn, and when anything else that `scenes` reads changes. */
export function onScene<S>(scenes: () => [was: S | null, is: S], happen: (was: S | null, is: S) => void): void {
  $effect.pre(() => {
    const [was, is] = scenes();
    untrack(() => happen(was, is));
  });
}
