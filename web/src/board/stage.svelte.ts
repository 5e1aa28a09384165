/** Shows events step by step: boards draw `scene` and animate its changes. */
import type { Scene, Step, View } from "../wire/messages";

/** The milliseconds a board needs to animate from one scene to the next. */
export type Pace = (before: Scene, after: Scene) => number;

export interface Timing {
  wait: (ms: number) => Promise<void>;
  isReduced: () => boolean;
}

const STEP_MS = 650;
const REDUCED_MS = 350; // without motion, but slow enough to read
const MOST_KEPT = 60; // steps kept for repeat()
const HURRY_AFTER = 12; // queued steps; more than that are shown faster

/** While seats are open the scene is empty. */
export const hasBegun = (scene: Scene): boolean => Object.keys(scene).length > 0;

export class Stage {
  scene = $state.raw<Scene>({});
  before = $state.raw<Scene | null>(null);
  step = $state.raw<Step | null>(null); // the event being shown
  isBusy = $state(false);
  #queue: Step[] = [];
  #kept = $state.raw<Step[]>([]); // steps for repeat()
  #repeated = new Set<Step>(); // queued by repeat(): not reported again
  #end: Scene = {};
  #isStarted = false;
  #last = -1; // the newest event queued or shown
  #isSkipping = false;
  #hurry = () => {}; // ends the wait for the current step

  constructor(
    private readonly timing: Timing,
    private readonly report: (step: Step) => void = () => {},
    public pace: Pace = () => STEP_MS,
  ) {}

  /** The first view is shown at once, later ones step by step. */
  show(view: View): void {
    this.#end = view.scene;
    const steps = view.steps.filter((step) => step.seq > this.#last); // some are sent again after a reconnect
    const end = steps.at(-1);
    // The last step shows the view's own scene object, so that it is not drawn twice.
    if (end?.scene) steps[steps.length - 1] = { ...end, scene: view.scene };
    const isUndone = steps.some((step) => step.kind === "undone");
    this.#kept = isUndone ? [] : [...this.#kept, ...steps].slice(-MOST_KEPT);
    this.#last = Math.max(this.#last, ...steps.map((step) => step.seq));
    if (!this.#isStarted) {
      this.#isStarted = hasBegun(view.scene);
      this.scene = view.scene;
      for (const step of steps) this.report(step);
      return;
    }
    this.#queue.push(...steps);
    if (!steps.length && !this.isBusy) this.scene = view.scene;
    if (!this.isBusy) void this.#run();
  }

  /** Show the end at once. */
  skip(): void {
    this.#isSkipping = true;
    this.#hurry();
    for (const step of this.#queue.splice(0)) this.#reportOnce(step);
    this.scene = this.#end;
    this.before = null;
  }

  /** Whether the events since this seat's last choice can be shown again. */
  canRepeat(seat: number): boolean {
    return !this.isBusy && this.#since(seat).length > 1;
  }

  /** Show the events since this seat's last choice again, without reporting them again. */
  repeat(seat: number): void {
    if (!this.canRepeat(seat)) return;
    const [own, ...steps] = this.#since(seat);
    this.scene = own?.scene ?? this.scene;
    this.before = null;
    this.#repeated = new Set(steps);
    this.#queue.push(...steps);
    void this.#run();
  }

  /** This seat's last choice and all later steps, if all have scenes. */
  #since(seat: number): Step[] {
    const from = this.#kept.findLastIndex((step) => step.actor === seat && step.kind === "chosen");
    const steps = from < 0 ? [] : this.#kept.slice(from);
    return steps.every((step) => step.scene) ? steps : [];
  }

  #reportOnce(step: Step): void {
    if (!this.#repeated.delete(step)) this.report(step);
  }

  /** Show the next view at once, like the first. */
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
      this.#reportOnce(next);
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
