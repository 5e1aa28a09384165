/** The state of a lesson: the step, what the learner sees, and what the last choice led to. */
import { Stage, type Timing } from "../board/stage.svelte";
import { updated } from "../wire/change";
import type { Choice, Lesson as Steps, View } from "../wire/messages";

/** Before the choice, after another one than asked for, after the right one, and after the last step. */
export type Answer = "asked" | "wrong" | "done" | "over";

export class Lesson {
  index = $state(0);
  view = $state.raw<View | null>(null);
  answer = $state<Answer>("asked");
  answers = $state(0); // so many so far: the same answer twice is told twice
  stage: Stage;

  constructor(
    readonly steps: Steps["steps"],
    timing: Timing,
  ) {
    this.stage = new Stage(timing);
  }

  get step() {
    return this.steps[this.index];
  }

  get choices(): Choice[] {
    const isAsking = this.answer === "asked" || this.answer === "wrong";
    return isAsking && !this.stage.isBusy ? (this.view?.choices ?? []) : [];
  }

  /** The choice that the step asks for, while it can be made. */
  get wanted(): Choice | null {
    return this.choices.find((choice) => choice.id === this.step?.choice) ?? null;
  }

  /** Show a step at once; after the last one, the end of the lesson. */
  open(index: number): void {
    this.index = Math.min(Math.max(0, index), this.steps.length - 1);
    this.stage.reset();
    this.#show(viewBefore(this.steps, this.index));
    this.answer = index < this.steps.length ? "asked" : "over";
  }

  choose(choice: Choice): void {
    if (!this.step || !this.choices.length) return;
    this.answers += 1;
    if (choice.id !== this.step.choice) {
      this.answer = "wrong";
      if (this.view) this.view = { ...this.view, choices: [...this.view.choices] }; // boards forget what was picked
      return;
    }
    this.answer = "done";
    this.#show(this.view && updated(this.view, this.step.after));
  }

  /** What was chosen has been understood. */
  next(): void {
    const next = this.steps[this.index + 1];
    if (!next) {
      this.answer = "over";
      return;
    }
    this.index += 1;
    this.answer = "asked";
    if (next.view) this.stage.reset();
    this.#show(next.view ?? (this.view && next.before ? updated(this.view, next.before) : this.view));
  }

  #show(view: View | null): void {
    if (!view) return;
    if (this.stage.isBusy) this.stage.finish();
    this.view = view;
    this.stage.show(view);
  }
}

/** What the learner sees when a step begins: the last new game, with all updates since. */
export function viewBefore(steps: Steps["steps"], index: number): View | null {
  let view: View | null = null;
  for (const [place, step] of steps.slice(0, index + 1).entries()) {
    view = step.view ?? (view && step.before ? updated(view, step.before) : view);
    if (view && place < index) view = updated(view, step.after);
  }
  return view && { ...view, steps: [] };
}
