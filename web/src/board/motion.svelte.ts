/** Motion on the page, reduced if the system or the player says so. */
import { readStorage, writeStorage } from "../browser/storage";

class Motion {
  #isSystemReduced = $state(false);
  #choice = $state<string | null>(null);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.#isSystemReduced = query.matches;
    query.addEventListener("change", () => {
      this.#isSystemReduced = query.matches;
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

  /** The duration, or 0 with reduced motion. */
  ms(ms: number): number {
    return this.isReduced ? 0 : ms;
  }
}

export const motion = new Motion();
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
