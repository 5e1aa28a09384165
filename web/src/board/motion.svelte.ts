/** How fast things move here: not at all for those who asked their system for less motion. */
import { readStorage, writeStorage } from "../browser/storage";

class Motion {
  #isSystemReduced = $state(false);
  #choice = $state<string | null>(null);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const asked = matchMedia("(prefers-reduced-motion: reduce)");
    this.#isSystemReduced = asked.matches;
    asked.addEventListener("change", () => {
      this.#isSystemReduced = asked.matches;
    });
    this.#choice = readStorage("motion");
  }

  get isReduced(): boolean {
    return this.#choice ? this.#choice === "less" : this.#isSystemReduced;
  }

  setReduced(isReduced: boolean): void {
    this.#choice = isReduced ? "less" : "full";
    writeStorage("motion", this.#choice);
  }

  /** These milliseconds, or none. */
  ms(ms: number): number {
    return this.isReduced ? 0 : ms;
  }
}

export const motion = new Motion();
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
