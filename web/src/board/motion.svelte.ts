/** How fast things move here: not at all for those who asked their system for less motion. */
import { recall, remember } from "../app/memory";

class Motion {
  #isSystemReduced = $state(false);
  #wish = $state<string | null>(null);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const asked = matchMedia("(prefers-reduced-motion: reduce)");
    this.#isSystemReduced = asked.matches;
    asked.addEventListener("change", () => {
      this.#isSystemReduced = asked.matches;
    });
    this.#wish = recall("motion");
  }

  get isReduced(): boolean {
    return this.#wish ? this.#wish === "less" : this.#isSystemReduced;
  }

  wish(isReduced: boolean): void {
    this.#wish = isReduced ? "less" : "full";
    remember("motion", this.#wish);
  }

  /** These milliseconds, or none. */
  ms(ms: number): number {
    return this.isReduced ? 0 : ms;
  }
}

export const motion = new Motion();
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
