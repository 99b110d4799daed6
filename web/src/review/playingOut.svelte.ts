/** The moves of a turn made one after the other, with time to look at each. */

const STEP = 1100; // ms that each move stays

export class PlayingOut {
  step = $state(0);

  constructor(private readonly of: () => string[] | null) {}

  /** The move that comes next. */
  readonly next = $derived.by(() => this.of()?.[this.step] ?? null);
  /** Those that were made. */
  readonly line = $derived.by(() => this.of()?.slice(0, this.step) ?? []);

  /** One move further, a moment after the one before; what is returned stays the hand. */
  follow(): () => void {
    const { next, step } = this;
    if (next === null) return () => undefined;
    const timer = setTimeout(() => (this.step = step + 1), STEP);
    return () => clearTimeout(timer);
  }
}
