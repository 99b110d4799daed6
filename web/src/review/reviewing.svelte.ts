/** A review while it is made and looked at: what there is of it, and what the board shows. */

import type { Analysis, Position, ReviewState } from '../lib/api';
import { share } from '../lib/share';
import { type Move, StillSession, type TableSession } from '../lib/session.svelte';
import { PlayingOut } from './playingOut.svelte';
import { type GameReview, judged, moments, type Told, type Turn } from './review';
import type { Source } from './source';

export type Which = 'best' | 'played';

export class Reviewing {
  state = $state<ReviewState['state']>('waiting');
  share = $state(0);
  review = $state.raw<GameReview | null>(null);
  refused = $state<string | null>(null);

  at = $state(0); // moves that were made, where nothing else is shown
  turn = $state.raw<Turn | null>(null); // a turn that is played out
  which = $state<Which>('best');
  readonly out = new PlayingOut(() => this.turn?.[this.which].moves ?? null);
  position = $state.raw<Analysis | Position | null>(null);

  constructor(readonly source: Source) {}

  /** Have it made; what is returned ends that. */
  follow(): () => void {
    return this.source.follow(
      (found) => {
        this.refused = null;
        this.state = found.state;
        this.share = found.total ? found.done / found.total : 0;
        if (found.review) this.review = found.review;
      },
      (code) => (this.refused = code),
    );
  }

  /** The position after so many moves. */
  go(at: number): void {
    this.turn = null;
    this.at = at;
  }

  /** A turn from its beginning, move by move. */
  show(turn: Turn, which: Which): void {
    if (this.turn?.first === turn.first && this.which === which) return;
    this.turn = turn;
    this.which = which;
    this.out.step = 0;
    this.at = turn.first;
  }

  /** Fetch what is to be seen; what is returned forgets about it. */
  look(at: number, line: string[]): () => void {
    let gone = false;
    const plies = this.review?.plies;
    const asked = at === plies && !line.length ? this.source.end(at) : this.source.position(at, line);
    asked.then(
      (found) => {
        if (!gone) this.position = share(this.position as Analysis | null, found as Analysis);
      },
      () => undefined, // a turn that cannot be followed further stays where it is
    );
    return () => {
      gone = true;
    };
  }
}

/** Learning from mistakes: the costliest first; one tries a turn and is told. */
export class Learning {
  seat = $state(0);
  number = $state(0);
  line = $state.raw<string[]>([]);
  told = $state<Told>('on');
  answered = $state(false);

  constructor(private readonly of: () => GameReview | null) {}

  readonly mistakes: Turn[] = $derived.by(() => {
    const review = this.of();
    return review ? moments(review, this.seat).sort((a, b) => b.cost - a.cost) : [];
  });
  readonly turn: Turn | null = $derived.by(() => this.mistakes[this.number] ?? null);

  choose(seat: number): void {
    this.seat = seat;
    this.begin(0);
  }
  begin(number: number): void {
    this.number = number;
    this.again();
    this.answered = false;
  }
  again(): void {
    this.line = [];
    this.told = 'on';
  }
  /** Moves that somebody tries. */
  try(...texts: string[]): void {
    if (!this.turn || this.told !== 'on') return;
    this.line = [...this.line, ...texts];
    this.told = judged(this.turn, this.line);
  }
  /** The turn is over where somebody else decides. */
  passed(to: number | null): void {
    if (this.told === 'on' && this.line.length && to !== this.turn?.seat) this.told = 'worse';
  }
}

/** A session in which a turn is tried out: what is allowed glows, and making it tells whoever listens. */
export class TrySession extends StillSession {
  constructor(
    given: Pick<TableSession, 'seat' | 'names'> & Partial<TableSession>,
    private readonly made: (...texts: string[]) => void,
  ) {
    super(given);
  }
  override play(...texts: string[]): void {
    this.made(...texts);
  }
}

export const movesOf = (position: Analysis | Position | null): Move[] =>
  position && 'legal' in position ? (position.legal as Move[]) : [];
