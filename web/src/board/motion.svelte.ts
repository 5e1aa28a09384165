/** Motion on the page: how fast, and reduced if the system or the player says so. */
import { readStorage, writeStorage } from "../browser/storage";
import type { Timing } from "./stage.svelte";

const TEMPO = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 }; // times as long
export type Speed = keyof typeof TEMPO;
export const SPEEDS = Object.keys(TEMPO) as Speed[];

class Motion {
  #isSystemReduced = $state(false);
  #choice = $state<string | null>(null);
  #speed = $state<Speed>("normal");
  #haste = 1; // less while the page is behind the game

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.#isSystemReduced = query.matches;
    query.addEventListener("change", () => {
      this.#isSystemReduced = query.matches;
    });
    this.#choice = readStorage("motion");
    this.#speed = SPEEDS.find((speed) => speed === readStorage("speed")) ?? "normal";
  }

  /** Nothing moves: as the player or the system wants it, or because everything is instant. */
  get isReduced(): boolean {
    return this.prefersLess || this.#speed === "instant";
  }

  get prefersLess(): boolean {
    return this.#choice ? this.#choice === "less" : this.#isSystemReduced;
  }

  setReduced(isReduced: boolean): void {
    this.#choice = isReduced ? "less" : "full";
    writeStorage("motion", this.#choice);
  }

  get speed(): Speed {
    return this.#speed;
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
    writeStorage("speed", speed);
  }

  get tempo(): number {
    return TEMPO[this.#speed];
  }

  hurry(haste: number): void {
    this.#haste = haste;
  }

  /** The duration at this speed, or 0 with reduced motion. */
  ms(ms: number): number {
    return this.isReduced ? 0 : ms * this.tempo * this.#haste;
  }
}

export const motion = new Motion();
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** For everything that shows events step by step. */
export const timing: Timing = {
  wait,
  isReduced: () => motion.isReduced,
  tempo: () => motion.tempo,
  hurry: (haste) => motion.hurry(haste),
};
