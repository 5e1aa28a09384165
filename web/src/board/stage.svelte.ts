/** Shows events step by step: boards draw `scene` and animate its changes. */
import type { Scene, Step, View } from "../wire/messages";

/** The milliseconds a board needs to animate from one scene to the next. */
export type Pace = (before: Scene, after: Scene) => number;

/** The seat whose dice are thrown next, or -1. `last` is the step shown before. */
export type Roller = (before: Scene, last: Step | null) => number;

/** Steps that were not shown to their end, and the scene before them. */
export interface Pending {
  scene: Scene;
  steps: Step[];
}

export interface Timing {
  wait: (ms: number) => Promise<void>;
  isReduced: () => boolean;
  tempo: () => number; // times as long as usual; 0: at once
  hurry: (haste: number) => void; // times as long, until the next step
}

const STEP_MS = 650;
const REDUCED_MS = 350; // without motion, but slow enough to read
const FORCED_MS = 2000; // when a turn ends with its roll, so that its player can read why
const MOST_KEPT = 60; // steps kept for repeat()
const BEHIND_MS = 1200; // with more than that still to show, everything is shown faster, except on slow pages

/** While seats are open the scene is empty. */
export const hasBegun = (scene: Scene): boolean => Object.keys(scene).length > 0;

export class Stage {
  scene = $state.raw<Scene>({});
  before = $state.raw<Scene | null>(null);
  step = $state.raw<Step | null>(null); // the event being shown
  isBusy = $state(false);
  held = $state(-1); // the seat whose roll waits until they tap
  roller: Roller = () => -1;
  tapped = -1; // the newest roll that was shown to its player, perhaps by an earlier page
  noteTap: (seq: number) => void = () => {};
  isAtHand: (seat: number) => boolean = () => false; // its player looks at this screen
  mayHold: () => boolean = () => true;
  #queue: Step[] = [];
  #kept = $state.raw<Step[]>([]); // steps for repeat()
  #repeated = new Set<Step>(); // queued by repeat(): not reported again
  #end: Scene = {};
  #pending: Pending | null = null; // of an earlier page
  #isStarted = false;
  #last = -1; // the newest event queued or shown
  #isSkipping = false;
  #isFinishing = false;
  #haste = 1; // times as long, until all is shown
  #release = () => {}; // ends the wait for a roll
  #hurry = () => {}; // ends the wait for the current step

  constructor(
    private readonly timing: Timing,
    private readonly report: (step: Step) => void = () => {},
    public pace: Pace = () => STEP_MS,
    // What must be watched, in games of memory: it takes this long also if motion is reduced, hurried or skipped.
    public leastPace: Pace = () => 0,
  ) {}

  get pending(): Pending | null {
    if (this.held >= 0) return { scene: this.scene, steps: [...this.#queue] };
    return this.isBusy && this.step ? { scene: this.before ?? this.scene, steps: [this.step, ...this.#queue] } : null;
  }

  /** Before the first view: what an earlier page had still to show. */
  resume(pending: Pending | null): void {
    this.#pending = pending;
  }

  /** The first view is shown at once, except a roll that waits for its player; later ones step by step. */
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
      const missed = this.#pending?.steps.filter((step) => step.seq <= view.seq) ?? [];
      this.scene = (missed.length && this.#pending?.scene) || view.scene;
      this.#pending = null;
      const [first, last] = [missed[0], missed.at(-1)].map((step) => step?.seq ?? -1) as [number, number];
      if (!missed.length) {
        this.#open(steps);
        return;
      }
      for (const step of steps) if (step.seq < first) this.report(step);
      steps.splice(0, steps.length, ...missed, ...steps.filter((step) => step.seq > last));
    }
    this.#queue.push(...steps);
    // Others may play on while a roll waits, but its player's time may also be up.
    if (steps.some(({ kind, actor }) => kind !== "drawn" && (kind !== "chosen" || actor === this.held)))
      this.#release();
    if (!steps.length && !this.isBusy) this.scene = view.scene;
    if (!this.isBusy) void this.#run();
  }

  /** The steps of the first view. */
  #open(steps: Step[]): void {
    const from = this.#rollAmong(steps);
    for (const step of steps.slice(0, from)) this.report(step);
    const last = steps[from - 1];
    if (from === steps.length || !last?.scene) return;
    this.step = last;
    this.scene = last.scene;
    this.#queue.push(...steps.slice(from));
    void this.#run();
  }

  #mustHold(roller: number): boolean {
    return roller >= 0 && this.isAtHand(roller) && this.mayHold();
  }

  /** Whether something that is queued begins with a roll of this player. */
  #hasRollAhead(): boolean {
    let [scene, last] = [this.scene, this.step];
    return this.#queue.some((step) => {
      const found = !this.#repeated.has(step) && this.#mustHold(this.roller(scene, last));
      [scene, last] = [step.scene ?? scene, step];
      return found;
    });
  }

  /** Where the roll of this player is that has just been drawn and that they have not seen; else the end. */
  #rollAmong(steps: readonly Step[]): number {
    const drawn = steps.findLastIndex((step) => step.kind !== "drawn") + 1;
    const isMine = ({ seq, scene }: Step, index: number) => {
      const last = steps[index - 1];
      if (index < drawn || seq <= this.tapped || !scene || !last?.scene) return false;
      return this.#mustHold(this.roller(last.scene, last));
    };
    const found = steps.findIndex(isMine);
    return found < 0 ? steps.length : found;
  }

  /** The player has tapped: show the roll that was held. */
  roll(): void {
    this.#release();
  }

  /** Show the end now; before it, only what must be watched, and up to a roll that waits for its player. */
  skip(): void {
    const scenes = [this.before, this.scene, ...this.#queue.map((step) => step.scene)].filter(
      (scene) => scene !== null,
    );
    const mustWatch = scenes.some((scene, index) => index > 0 && this.leastPace(scenes[index - 1] ?? scene, scene) > 0);
    this.#isSkipping = true;
    this.#release();
    if (mustWatch || this.#hasRollAhead()) this.#hurry();
    else this.finish();
  }

  /** Show the end at once. */
  finish(): void {
    this.#isFinishing = true;
    this.#release();
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
    this.finish();
    this.#isStarted = false;
    this.#last = -1;
    this.#kept = [];
  }

  async #run(): Promise<void> {
    this.isBusy = true;
    this.#isSkipping = this.#isFinishing = false;
    while (this.#queue.length) {
      const before = this.scene;
      const roller = this.roller(before, this.step);
      const isRepeated = this.#queue.some((step) => this.#repeated.has(step));
      const isTapped = (this.#queue[0]?.seq ?? -1) <= this.tapped;
      const isMine = roller >= 0 && !isRepeated && !isTapped && this.isAtHand(roller);
      if (isMine && this.mayHold()) await this.#hold(roller);
      const next = this.#queue.shift();
      this.held = -1; // together with the next step, so that nothing of the last one is seen again
      if (!next) break; // finished meanwhile
      if (isMine) this.#tapped(next.seq);
      const after = next.scene ?? before; // in memory games only the last move has scenes
      const least = this.leastPace(before, after);
      const isForced = isMine && typeof after.turn === "number" && after.turn !== roller;
      const full = this.#ms(before, after, next, least > 0); // parts read the haste when the scene changes
      const ms = isForced ? Math.max(full, FORCED_MS * this.timing.tempo()) : full;
      this.before = before;
      this.step = next;
      this.scene = after;
      this.#reportOnce(next);
      if (this.#isSkipping && !least) continue;
      const hurried = new Promise<void>((done) => {
        this.#hurry = done;
      });
      const watched = least && this.timing.wait(least);
      await Promise.race([this.timing.wait(ms), hurried]);
      if (!this.#isFinishing) await watched;
      if (this.#isFinishing) break;
    }
    this.scene = this.#end;
    this.isBusy = false;
    this.#haste = 1;
    this.timing.hurry(1);
    if (this.#queue.length) void this.#run();
  }

  #tapped(seq: number): void {
    this.tapped = seq;
    this.noteTap(seq);
  }

  async #hold(seat: number): Promise<void> {
    this.held = seat;
    this.#isSkipping = false; // who skips the moves of others still rolls
    await new Promise<void>((done) => {
      this.#release = done;
    });
    this.#release = () => {};
  }

  #ms(before: Scene, after: Scene, step: Step, mustWatch: boolean): number {
    const tempo = this.timing.tempo();
    const full = this.pace(before, after);
    if (tempo <= 1) this.#haste = Math.min(this.#haste, BEHIND_MS / (full + this.#queuedMs(after) || 1));
    const haste = mustWatch ? 1 : this.#haste;
    this.timing.hurry(haste);
    if (this.timing.isReduced()) return step.now.length ? REDUCED_MS * tempo * haste : 0;
    return full * tempo * haste;
  }

  /** How long it takes to show what is queued after this scene. */
  #queuedMs(from: Scene): number {
    let [scene, total] = [from, 0];
    for (const step of this.#queue) {
      total += this.pace(scene, step.scene ?? scene);
      scene = step.scene ?? scene;
    }
    return total;
  }
}
