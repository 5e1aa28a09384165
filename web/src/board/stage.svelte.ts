/** Shows what happened step by step: the board draws `scene`, and moves because it is another one than before. */
import type { Scene, Step, View } from "../wire/messages";

/** How long a board needs to show the way from one scene to the next. */
export type Pace = (before: Scene, after: Scene) => number;

export interface Timing {
  wait: (ms: number) => Promise<void>;
  isReduced: () => boolean;
}

const STEP_MS = 650;
const REDUCED_MS = 350; // without motion, but not all at once: one can follow what is told
const MOST_KEPT = 60; // steps to be shown again
const HURRY_AFTER = 12; // steps in the queue from which on everything goes quicker

/** While seats are free there is nothing to draw yet. */
export const hasBegun = (scene: Scene): boolean => Object.keys(scene).length > 0;

export class Stage {
  scene = $state.raw<Scene>({});
  before = $state.raw<Scene | null>(null);
  step = $state.raw<Step | null>(null); // the event being shown
  isBusy = $state(false);
  #queue: Step[] = [];
  #kept = $state.raw<Step[]>([]); // what was shown, to be shown again
  #retold = new Set<Step>(); // in the queue, and told before
  #end: Scene = {};
  #isStarted = false;
  #last = -1; // the newest event that was queued or shown
  #isSkipping = false;
  #hurry = () => {}; // ends the wait of the step being shown

  constructor(
    private readonly timing: Timing,
    private readonly heard: (step: Step) => void = () => {},
    public pace: Pace = () => STEP_MS,
  ) {}

  /** The first view stands at once; later ones are walked to. */
  show(view: View): void {
    this.#end = view.scene;
    const steps = view.steps.filter((step) => step.seq > this.#last); // a line that came back tells some again
    const end = steps.at(-1);
    // The end is shown once, not as one scene and then as another one just like it.
    if (end?.scene) steps[steps.length - 1] = { ...end, scene: view.scene };
    const isTakenBack = steps.some((step) => step.kind === "undone");
    this.#kept = isTakenBack ? [] : [...this.#kept, ...steps].slice(-MOST_KEPT);
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
    for (const step of this.#queue.splice(0)) this.#tell(step);
    this.scene = this.#end;
    this.before = null;
  }

  /** Whether something can be shown again: all that happened since this seat chose. */
  canRepeat(seat: number): boolean {
    return !this.isBusy && this.#since(seat).length > 1;
  }

  /** Show once more what happened since this seat chose. It was told before, so it is not told again. */
  repeat(seat: number): void {
    if (!this.canRepeat(seat)) return;
    const [own, ...steps] = this.#since(seat);
    this.scene = own?.scene ?? this.scene;
    this.before = null;
    this.#retold = new Set(steps);
    this.#queue.push(...steps);
    void this.#run();
  }

  /** The last choice of this seat and what followed, if all of it can be drawn. */
  #since(seat: number): Step[] {
    const from = this.#kept.findLastIndex((step) => step.actor === seat && step.kind === "chosen");
    const steps = from < 0 ? [] : this.#kept.slice(from);
    return steps.every((step) => step.scene) ? steps : [];
  }

  #tell(step: Step): void {
    if (!this.#retold.delete(step)) this.heard(step);
  }

  /** Begin anew with the next view, without a way to it. */
  reset(): void {
    this.skip();
    this.#isStarted = false;
    this.#last = -1;
    this.#kept = [];
  }

  async #run(): Promise<void> {
    this.isBusy = true;
    this.#isSkipping = false;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const before = this.scene;
      this.before = before;
      this.step = next;
      this.scene = next.scene ?? before; // in games of memory only the last move has scenes
      this.#tell(next);
      const hurried = new Promise<void>((done) => {
        this.#hurry = done;
      });
      await Promise.race([this.timing.wait(this.#ms(before, this.scene, next)), hurried]);
      if (this.#isSkipping) break;
    }
    this.scene = this.#end;
    this.isBusy = false;
    this.#isSkipping = false;
    if (this.#queue.length) void this.#run();
  }

  #ms(before: Scene, after: Scene, step: Step): number {
    if (this.timing.isReduced()) return step.now.length ? REDUCED_MS : 0;
    const full = this.pace(before, after);
    return this.#queue.length > HURRY_AFTER ? full / 3 : full;
  }
}
