/** Shows what happened step by step: the board draws `scene`, and moves because it is another one than before. */
import type { Scene, Step, View } from "../wire/messages";

/** How long a board needs to show the way from one scene to the next. */
export type Pace = (before: Scene, after: Scene) => number;

export interface Clockwork {
  wait: (ms: number) => Promise<void>;
  isReduced: () => boolean;
}

const STEP_MS = 650;
const REDUCED_MS = 350; // without motion, but not all at once: one can follow what is told
const HURRY_AFTER = 12; // steps in the queue from which on everything goes quicker

/** While seats are free there is nothing to draw yet. */
export const hasBegun = (scene: Scene): boolean => Object.keys(scene).length > 0;

export class Stage {
  scene = $state.raw<Scene>({});
  before = $state.raw<Scene | null>(null);
  step = $state.raw<Step | null>(null); // the event being shown
  isBusy = $state(false);
  #queue: Step[] = [];
  #end: Scene = {};
  #isStarted = false;
  #last = -1; // the newest event that was queued or shown
  #isSkipping = false;
  #hurry = () => {}; // ends the wait of the step being shown

  constructor(
    private readonly clockwork: Clockwork,
    private readonly heard: (step: Step) => void = () => {},
    public pace: Pace = () => STEP_MS,
  ) {}

  /** The first view stands at once; later ones are walked to. */
  show(view: View): void {
    this.#end = view.scene;
    const steps = view.steps.filter((step) => step.seq > this.#last); // a line that came back tells some again
    this.#last = Math.max(this.#last, ...steps.map((step) => step.seq));
    if (!this.#isStarted) {
      this.#isStarted = hasBegun(view.scene);
      this.scene = view.scene;
      for (const step of steps) this.heard(step);
      return;
    }
    this.#queue.push(...steps);
    if (!steps.length && !this.isBusy) this.scene = view.scene;
    if (!this.isBusy) void this.#run();
  }

  /** Show the end at once: another person looks, or somebody is in a hurry. */
  skip(): void {
    this.#isSkipping = true;
    this.#hurry();
    for (const step of this.#queue.splice(0)) this.heard(step);
    this.scene = this.#end;
    this.before = null;
  }

  /** Begin anew with the next view, without a way to it. */
  reset(): void {
    this.skip();
    this.#isStarted = false;
    this.#last = -1;
  }

  async #run(): Promise<void> {
    this.isBusy = true;
    this.#isSkipping = false;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const before = this.scene;
      this.before = before;
      this.step = next;
      this.scene = next.scene ?? before; // in games of memory only the last move has scenes
      this.heard(next);
      const hurried = new Promise<void>((done) => {
        this.#hurry = done;
      });
      await Promise.race([this.clockwork.wait(this.#ms(before, this.scene, next)), hurried]);
      if (this.#isSkipping) break;
    }
    this.scene = this.#end;
    this.isBusy = false;
    this.#isSkipping = false;
    if (this.#queue.length) void this.#run();
  }

  #ms(before: Scene, after: Scene, step: Step): number {
    if (this.clockwork.isReduced()) return step.now.length ? REDUCED_MS : 0;
    const full = this.pace(before, after);
    return this.#queue.length > HURRY_AFTER ? full / 3 : full;
  }
}
