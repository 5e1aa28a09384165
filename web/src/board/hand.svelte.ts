/** A hand over a board: what it has picked, what it points at, and whether it is a finger, which cannot point. */

export class Hand {
  picked = $state.raw<string[]>([]);
  hovered = $state<string | null>(null);
  isTouch = false;

  /** It rests whenever other choices are offered. */
  constructor(choices: () => unknown) {
    $effect(() => {
      choices();
      this.rest();
    });
  }

  rest(): void {
    this.picked = [];
    this.hovered = null;
  }

  /** A finger that touches does not point: it picks, and sees what that would do. */
  point(part: string | null): void {
    this.hovered = this.isTouch ? null : part;
  }
}
