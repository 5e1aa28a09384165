/** One table in this browser: the newest view, the story so far, the connection to the server. */
import { timing, wait } from "../board/motion.svelte";
import { rolling } from "../board/rolling.svelte";
import { Stage } from "../board/stage.svelte";
import { readStorage, writeStorage } from "../browser/storage";
import { rollerOf } from "../games/registry";
import { withPresence } from "../wire/change";
import { type ConnectionStatus, LiveConnection, type LiveListener } from "../wire/live";
import type { Choice, Step, View } from "../wire/messages";
import { capitalize } from "../words/say";
import { savePending, takePending } from "./pending";
import { seatToHandOver } from "./turns";

export interface StoryLine {
  key: number;
  seq: number;
  actor: number;
  text: string; // while it is the newest line
  kept: string; // afterwards
}

/** A player points at a part of the board. */
export interface Pointing {
  key: number;
  seat: number;
  part: string;
}

export interface Bubble {
  key: number;
  seat: number;
  text: string;
}

const LOG_LINES = 200;
const BUBBLE_MS = 5000;

/** What a session needs of a LiveConnection; tests pass their own. */
export type Connection = Pick<
  LiveConnection,
  "start" | "close" | "choose" | "undo" | "greet" | "look" | "handOver" | "retry" | "setLanguage"
>;

export class Session {
  view = $state.raw<View | null>(null);
  story = $state.raw<StoryLine[]>([]);
  connection = $state<ConnectionStatus>("joining");
  retryMs = $state(0);
  refusal = $state<{ code: string; sentence: string } | null>(null);
  bubbles = $state.raw<Bubble[]>([]);
  pointings = $state.raw<Pointing[]>([]);
  isSending = $state(false);
  chances = $state.raw<number[] | null>(null); // of every seat, for spectators of a table that was opened so
  stage: Stage;
  #live: Connection;
  #lines = 0;
  #toldSeq = -1; // the last event in the story
  #viewer: number | null = null;
  #kept = new Map<number, { story: StoryLine[]; toldSeq: number }>();

  constructor(open: (listener: LiveListener) => Connection) {
    this.stage = new Stage(timing, (step) => this.#addStep(step));
    this.stage.isAtHand = (seat) => this.#isAtHand(seat);
    this.stage.mayHold = () => !rolling.isAutomatic;
    this.#live = open({
      view: (view) => this.#showView(view),
      refused: (code, sentence) => this.#showRefusal(code, sentence),
      greeting: (seat, greeting) => this.#showGreeting(seat, greeting),
      presence: (seats) => this.#updatePresence(seats),
      chances: (values) => {
        this.chances = values;
      },
      connection: (connection, ms) => {
        this.connection = connection;
        this.retryMs = ms;
        if (connection !== "open") this.isSending = false;
      },
    });
  }

  static at(table: string, language: string, seat?: number): Session {
    return new Session((listener) => new LiveConnection(table, listener, language, undefined, seat));
  }

  start(): void {
    this.#live.start();
  }

  /** The page is closed or loaded again: keep what has not been shown. */
  leave(): void {
    savePending(this.view, this.stage.pending);
  }

  close(): void {
    this.#live.close();
    this.stage.finish();
  }

  /** Whether this seat's player looks at this screen now. */
  #isAtHand(seat: number): boolean {
    const { view } = this;
    return view !== null && (seat === view.viewer || (view.has_secrets === false && view.mine.includes(seat)));
  }

  /** The seat that must take the device before more is shown, or null. */
  get waitsFor(): number | null {
    return this.view && !this.stage.isBusy ? seatToHandOver(this.view) : null;
  }

  get choices(): Choice[] {
    const isReady = this.view && !this.stage.isBusy && !this.isSending && this.waitsFor === null;
    return isReady ? (this.view?.choices ?? []) : [];
  }

  choose(choice: Choice): void {
    if (!this.view || this.isSending) return;
    this.isSending = true;
    this.refusal = null;
    this.#live.choose(this.view.seq, choice.id, this.view.viewer);
  }

  undo(): void {
    if (this.view?.can_undo) this.#live.undo(this.view.seq, this.view.viewer);
  }

  greet(greeting: string): void {
    this.#live.greet(greeting);
  }

  /** This player has the device now. */
  takeDevice(seat: number): void {
    if (this.#viewer !== null) this.#kept.set(this.#viewer, { story: this.story, toldSeq: this.#toldSeq });
    this.#viewer = null; // until the view arrives: a second call must not keep this story for the wrong seat
    const kept = this.#kept.get(seat);
    this.story = kept?.story ?? []; // one player must not read the other's story
    this.#toldSeq = kept?.toldSeq ?? -1;
    this.stage.reset();
    this.#live.handOver(seat, kept?.toldSeq);
  }

  retry = () => this.#live.retry();
  setLanguage = (language: string) => this.#live.setLanguage(language);

  #showView(view: View): void {
    this.isSending = false;
    this.refusal = null;
    const isUndone = this.view !== null && view.seq < this.view.seq;
    const isOther = this.#viewer !== null && view.viewer !== this.#viewer && view.has_secrets !== false;
    if (isUndone || isOther) this.stage.reset();
    if (isUndone) this.#removeAfter(view.seq);
    if (!this.view) this.#begin(view);
    if (view.lot && this.view && !this.view.lot) this.#renumber(view.lot);
    this.#viewer = view.viewer;
    this.view = view;
    this.#addOlder(view);
    this.stage.show(view);
    if (view.has_secrets === false) this.#followActor(view);
  }

  /** What an earlier page of this table had shown, and what it had still to show. */
  #begin({ table, game }: View): void {
    this.stage.roller = rollerOf(game);
    this.stage.resume(takePending(table));
    this.stage.tapped = Number(readStorage(`roll.${table}`) ?? -1);
    this.stage.noteTap = (seq) => writeStorage(`roll.${table}`, String(seq));
  }

  /** Without secrets, the screen shows the acting seat without asking. */
  #followActor(view: View): void {
    if (view.to_act !== view.viewer && view.mine.includes(view.to_act)) this.#live.look(view.to_act);
  }

  /** The lot has given the seats other numbers. */
  #renumber(lot: readonly number[]): void {
    this.story = this.story.map((line) => (line.actor < 0 ? line : { ...line, actor: lot.indexOf(line.actor) }));
  }

  #removeAfter(seq: number): void {
    this.story = this.story.filter((line) => line.seq <= seq);
    this.#toldSeq = Math.min(this.#toldSeq, seq);
  }

  /** Add the story lines older than the steps: the server sends more story than steps. */
  #addOlder(view: View): void {
    if (this.stage.isBusy) return; // newer steps are being shown
    const first = view.steps[0]?.seq ?? view.seq + 1;
    const older = view.story.filter(({ seq }) => seq > this.#toldSeq && seq < first);
    for (const { seq, seat, text, now } of older) this.#addLines(seq, seat, [text], [now ?? text]);
    this.#toldSeq = older.at(-1)?.seq ?? this.#toldSeq;
  }

  #addStep(step: Step): void {
    if (step.seq <= this.#toldSeq) return; // sent again after a reconnect
    this.#toldSeq = step.seq;
    this.#addLines(step.seq, step.actor, step.story, step.now);
  }

  #addLines(seq: number, actor: number, story: readonly string[], now: readonly string[]): void {
    const lines = story.map((kept, index) => {
      this.#lines += 1;
      return { key: this.#lines, seq, actor, kept, text: now[index] ?? kept };
    });
    if (lines.length) this.story = [...this.story, ...lines].slice(-LOG_LINES);
  }

  #showRefusal(code: string, sentence: string): void {
    this.isSending = false;
    this.refusal = { code, sentence: capitalize(sentence) };
  }

  #showGreeting(seat: number, greeting: string): void {
    this.#lines += 1;
    const key = this.#lines;
    const gesture = this.view?.gestures?.find((each) => each.id === greeting);
    const text = gesture?.text ?? this.view?.greetings.find((each) => each.id === greeting)?.text ?? greeting;
    this.bubbles = [...this.bubbles, { key, seat, text }];
    if (gesture) this.pointings = [...this.pointings, { key, seat, part: gesture.part }];
    void wait(BUBBLE_MS).then(() => {
      this.bubbles = this.bubbles.filter((bubble) => bubble.key !== key);
      this.pointings = this.pointings.filter((pointing) => pointing.key !== key);
    });
  }

  #updatePresence(seats: boolean[]): void {
    if (this.view) this.view = withPresence(this.view, seats);
  }
}
