/** A playback through a game that was played: from moment to moment, by hand or by itself. */
import { Stage, type Timing } from "../board/stage.svelte";
import type { Moment, View } from "../wire/messages";

const PAUSE_MS = 900; // between two moments, after the board has come to rest
const LOOK_MS = 60;

/** What of the server a playback needs. */
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
  #asked = 0; // the newest wish: answers to older ones come too late
  #wished = 0; // where that wish leads: who steps on before it is answered steps from there

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

  /** Begin at the moment that this row belongs to. */
  async open(at: number): Promise<void> {
    this.moments = await this.source.moments();
    await this.#show(momentAt(this.moments, at));
  }

  /** To this moment; the one after the present is walked to, others are just there. */
  async go(index: number): Promise<void> {
    this.isPlaying = false;
    await this.#show(index);
  }

  /** So many moments on or back from where one is, or is about to be. */
  async step(by: number): Promise<void> {
    await this.go(this.#wished + by);
  }

  /** On and on, until the end or a stop; from the end it begins anew. */
  async play(): Promise<void> {
    if (this.index >= this.last) await this.#show(0);
    this.isPlaying = true;
    while (this.isPlaying) {
      await this.#show(this.index + 1);
      while (this.isPlaying && this.stage.isBusy) await this.timing.wait(LOOK_MS);
      if (this.index >= this.last) this.isPlaying = false;
      else if (this.isPlaying) await this.timing.wait(PAUSE_MS);
    }
  }

  stop(): void {
    this.isPlaying = false;
  }

  async #show(wished: number): Promise<void> {
    const index = Math.min(Math.max(0, wished), this.last);
    const moment = this.moments[index];
    if (!moment) return;
    this.#asked += 1;
    const asked = this.#asked;
    this.#wished = index;
    const isNext = this.view !== null && index === this.index + 1;
    let view: View;
    try {
      view = await this.source.view(moment.at, isNext ? this.view?.at : undefined);
    } catch (error) {
      if (asked === this.#asked) this.#wished = this.index;
      throw error;
    }
    if (asked !== this.#asked) return;
    if (this.stage.isBusy) this.stage.skip();
    if (!isNext) this.stage.reset();
    this.stage.show({ ...view, steps: isNext ? view.steps : [] });
    this.view = view;
    this.index = index;
  }
}

/** The moment that shows this row: the last one that is not after it, or the first. */
export function momentAt(moments: readonly Moment[], at: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.at <= at),
  );
}

/** Who chooses next after this moment: one who would play on takes that seat. */
export function nextActor(moments: readonly Moment[], index: number): number {
  return moments.slice(index + 1).find((moment) => moment.actor >= 0)?.actor ?? 0;
}
