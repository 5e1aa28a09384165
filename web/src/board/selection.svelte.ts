/** What a player has picked on a board and what they point at, until that makes a choice. */
import type { Narrowed, Picking } from "./picking";
import { sound } from "./sound.svelte";

/** When a fully picked choice is made: at once, on a second tap on one of its parts, or by a button of the board. */
export type Confirmation = "none" | "tap" | "button";

export interface SelectionOptions<C> {
  choices: () => readonly C[]; // other choices clear the selection
  picking: () => Picking<C>;
  choose: (choice: C) => void;
  confirmation?: (choice: C, isTouch: boolean) => Confirmation;
}

const NOTHING: string[] = [];
const byTouch = (_: unknown, isTouch: boolean): Confirmation => (isTouch ? "tap" : "none"); // a finger cannot hover

export class Selection<C> {
  isTouch = $state(false); // set by the pointer that was used last
  #choices = $state.raw<readonly C[]>([]); // the choices that picked and hovered belong to
  #picked = $state.raw(NOTHING);
  #hovered = $state<string | null>(null);

  constructor(private readonly options: SelectionOptions<C>) {}

  get choices(): readonly C[] {
    return this.options.choices();
  }

  get picked(): string[] {
    return this.#isCurrent ? this.#picked : NOTHING;
  }

  /** The part under the mouse, or focused. */
  get hovered(): string | null {
    return this.#isCurrent ? this.#hovered : null;
  }

  get #isCurrent(): boolean {
    return this.#choices === this.options.choices();
  }

  /** What the picked parts leave. */
  readonly narrowed = $derived.by(() => this.narrow(this.picked));
  /** Parts that begin a choice. */
  readonly first = $derived.by(() => this.narrow(NOTHING).pickable);
  /** Parts that go with the picked ones, or start a new selection. */
  readonly pickable = $derived.by(() => new Set([...this.narrowed.pickable, ...this.first]));

  narrow(parts: readonly string[]): Narrowed<C> {
    return this.options.picking().narrow(this.options.choices(), parts);
  }

  point(part: string | null): void {
    this.#set(this.picked, this.isTouch ? null : part);
  }

  tap(part: string): void {
    const { meant } = this.narrowed;
    if (meant && this.picked.includes(part) && this.#confirmation(meant) === "tap") this.choose(meant);
    else this.pick(this.options.picking().toggle(this.options.choices(), this.picked, part));
  }

  /** Pick just these parts; makes the choice they mean unless it has to be confirmed. */
  pick(parts: string[]): void {
    const { meant } = this.narrow(parts);
    if (parts.length && meant && this.#confirmation(meant) === "none") {
      this.choose(meant);
      return;
    }
    this.#set(parts, this.hovered);
    sound.play("tap");
  }

  choose(choice: C): void {
    this.clear();
    this.options.choose(choice);
  }

  clear(): void {
    this.#set(NOTHING, null);
  }

  #confirmation(choice: C): Confirmation {
    return (this.options.confirmation ?? byTouch)(choice, this.isTouch);
  }

  #set(picked: string[], hovered: string | null): void {
    this.#choices = this.options.choices();
    this.#picked = picked;
    this.#hovered = hovered;
  }
}
