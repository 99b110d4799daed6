/** A puzzle while it is solved: the turn that is tried, what is told of it, and lines that are played out. */

import { share } from '../lib/share';
import type { Move } from '../lib/session.svelte';
import { PlayingOut } from '../review/playingOut.svelte';
import { firstOf, type Puzzle, type Told, toldOf, type Tried, type Verdict } from './puzzle';
import type { First } from './results';

export type Shown = 'best' | 'played' | 'mine';

export class Solving {
  line = $state.raw<string[]>([]); // what is tried
  mine = $state.raw<string[] | null>(null); // the last whole turn that was tried
  told = $state.raw<Verdict | null>(null); // and what is to be said of it
  answered = $state(false); // the answer is open
  private revealed = false; // or was
  which = $state<Shown | null>(null); // a turn that is played out
  position = $state.raw<Tried | null>(null);
  readonly out = new PlayingOut(() => (this.which === null ? null : this.movesOf(this.which)));
  private readonly seen = new Map<string, Promise<Tried>>();

  constructor(
    readonly puzzle: Puzzle,
    private readonly ask: (line: string[]) => Promise<Tried>,
    private readonly ended: (how: First) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  readonly verdict: Told = $derived.by(() => (this.told === null ? 'on' : toldOf(this.told)));
  readonly solved: boolean = $derived.by(() => this.verdict === 'best' || this.verdict === 'good');
  /** Whether moves can be made on the board now. */
  readonly trying: boolean = $derived.by(() => this.which === null && this.told === null && !this.answered);
  readonly moves: Move[] = $derived.by(() => (this.trying ? ((this.position?.legal ?? []) as Move[]) : []));

  private movesOf(which: Shown): string[] {
    const { turn } = this.puzzle;
    return which === 'mine' ? (this.mine ?? []) : turn[which].moves;
  }

  /** The position that is wanted, and what its turn is worth; what is returned forgets about it. */
  look(): () => void {
    const [line, playing] = [this.which === null ? this.line : this.out.line, this.which !== null];
    let gone = false;
    this.positionAfter(line).then(
      (found) => {
        if (gone) return;
        this.position = share(this.position, found);
        if (!playing && found.told.verdict !== 'on' && this.told === null) this.judge(found.told);
      },
      (error: unknown) => {
        if (gone) return;
        this.failed(error);
        if (!playing && line.length) this.line = line.slice(0, -1); // as before that move
      },
    );
    return () => {
      gone = true;
    };
  }
  positionAfter(line: string[]): Promise<Tried> {
    const key = line.join(' ');
    if (!this.seen.has(key)) {
      const asked = this.ask(line);
      asked.catch(() => this.seen.delete(key));
      this.seen.set(key, asked);
    }
    return this.seen.get(key)!;
  }

  private judge(told: Verdict): void {
    this.told = told;
    this.mine = this.line;
    const how = firstOf(this.verdict);
    if (how && !(this.revealed && this.solved)) this.ended(how); // what one was shown is no find of one's own
  }

  try(...texts: string[]): void {
    if (this.trying) this.line = [...this.line, ...texts];
  }
  undo(): void {
    if (this.which === null && !this.answered) this.go(this.line.slice(0, -1));
  }
  again(): void {
    this.answered = false;
    this.go([]);
  }
  private go(line: string[]): void {
    this.which = null;
    this.told = null;
    this.line = line;
  }
  /** Give up on finding it oneself. */
  answer(): void {
    if (!this.solved && !this.answered) this.ended('shown');
    this.answered = this.revealed = true;
    this.show('best');
  }
  /** Play a turn out from its beginning; the same again only where it is asked for again. */
  show(which: Shown, anew = true): void {
    if (this.which === which && !anew) return;
    this.which = which;
    this.out.step = 0;
  }
}
