/** The state of a replay: goes from moment to moment, by hand or automatically. */
import { Stage, type Timing } from "../board/stage.svelte";
import type { Moment, View } from "../wire/messages";

const PAUSE_MS = 900; // between two moments, after the animation
const POLL_MS = 60;

/** The requests a replay needs. */
export interface ReplaySource {
  moments: () => Promise<Moment[]>;
  view: (at: number, since?: number) => Promise<View>;
}

export class Playback {
  moments = $state.raw<Moment[]>([]);
  view = $state.raw<View | null>(null);
  index = $state(0);
  isPlaying = $state(false);
  stage: Stage;
  #request = 0; // number of the newest request; responses to older ones are ignored
  #target = 0; // index of the newest request: further steps start there

  constructor(
    private readonly source: ReplaySource,
    private readonly timing: Timing,
  ) {
    this.stage = new Stage(timing);
  }

  get last(): number {
    return Math.max(0, this.moments.length - 1);
  }

  get moment(): Moment | null {
    return this.moments[this.index] ?? null;
  }

  /** Start at the moment that shows this row. */
  async open(at: number): Promise<void> {
    this.moments = await this.source.moments();
    await this.#show(momentAt(this.moments, at));
  }

  /** Only the step to the next moment is animated. */
  async go(index: number): Promise<void> {
    this.isPlaying = false;
    await this.#show(index);
  }

  /** Forward or back from the current moment, or from the one being loaded. */
  async step(by: number): Promise<void> {
    await this.go(this.#target + by);
  }

  /** Play to the end; at the end, start again from the beginning. */
  async play(): Promise<void> {
    if (this.index >= this.last) await this.#show(0);
    this.isPlaying = true;
    while (this.isPlaying) {
      await this.#show(this.index + 1);
      while (this.isPlaying && this.stage.isBusy) await this.timing.wait(POLL_MS);
      if (this.index >= this.last) this.isPlaying = false;
      else if (this.isPlaying) await this.timing.wait(PAUSE_MS * this.timing.tempo());
    }
  }

  stop(): void {
    this.isPlaying = false;
  }

  async #show(target: number): Promise<void> {
    const index = Math.min(Math.max(0, target), this.last);
    const moment = this.moments[index];
    if (!moment) return;
    this.#request += 1;
    const request = this.#request;
    this.#target = index;
    const isNext = this.view !== null && index === this.index + 1;
    let view: View;
    try {
      view = await this.source.view(moment.at, isNext ? this.view?.at : undefined);
    } catch (error) {
      if (request === this.#request) this.#target = this.index;
      throw error;
    }
    if (request !== this.#request) return;
    if (this.stage.isBusy) this.stage.finish();
    if (!isNext) this.stage.reset();
    this.stage.show({ ...view, steps: isNext ? view.steps : [] });
    this.view = view;
    this.index = index;
  }
}

/** The last moment that is not after this row, or the first. */
export function momentAt(moments: readonly Moment[], at: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.at <= at),
  );
}

/** The seat that chooses next after this moment. */
export function nextActor(moments: readonly Moment[], index: number): number {
  return moments.slice(index + 1).find((moment) => moment.actor >= 0)?.actor ?? 0;
}
