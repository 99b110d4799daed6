/** What a game's board may ask of the table it lies on: what is allowed, what is pointed at, and to make a move. */

import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Message } from './words';

export interface Move extends Message {
  move: number;
  text: string;
}

/** A move picked ahead of time: it follows by itself the next move of a kind. */
export interface Armed {
  after: string;
  text: string;
}

export interface TableSession {
  readonly seat: number | null; // through whose eyes the board is seen
  readonly names: string[];
  readonly moves: Map<string, Move>; // everything allowed now, by its text
  readonly phone: boolean;
  readonly pointed: string | null; // the move under the pointer or the focus
  readonly lit: Set<string>; // pieces named by what is pointed at in the log
  readonly last: Set<string>; // pieces of the last move
  readonly history: Message[]; // what has happened so far, as in the log; it may come a little after the view
  readonly scores: number[];
  armed: Armed | null;
  play(...texts: string[]): void;
  why(text: string): void;
  tell(words: string, help?: string): void; // and the paragraph of the rules that says more
  point(text: string | null): void;
  gains(text: string): Message[];
  picture(language: string): Promise<string>; // the table as text
}

/** A session in which nothing can be done: for a board that is only seen, in a replay or a picture of the rules. What is
    given may have getters, so that it follows what it is made of. */
export class StillSession implements TableSession {
  readonly lit = pieces();
  readonly armed = null;
  #pointed = $state<string | null>(null);

  constructor(private readonly given: Pick<TableSession, 'seat' | 'names'> & Partial<TableSession>) {}

  get seat(): number | null {
    return this.given.seat;
  }
  get names(): string[] {
    return this.given.names;
  }
  /** What glows; it cannot be made. */
  get moves(): Map<string, Move> {
    return this.given.moves ?? NOTHING;
  }
  get pointed(): string | null {
    return this.#pointed ?? this.given.pointed ?? null;
  }
  get phone(): boolean {
    return this.given.phone ?? false;
  }
  get last(): Set<string> {
    return this.given.last ?? NOWHERE;
  }
  get history(): Message[] {
    return this.given.history ?? [];
  }
  get scores(): number[] {
    return this.given.scores ?? [];
  }
  picture(language: string): Promise<string> {
    return this.given.picture?.(language) ?? Promise.resolve('');
  }
  play(): void {}
  why(): void {}
  tell(): void {}
  point(text: string | null): void {
    this.#pointed = text;
  }
  gains(): Message[] {
    return [];
  }
}
const NOTHING = new Map<string, Move>();
const NOWHERE = new Set<string>();

const KEY = Symbol('session');
export const provideSession = <Session extends TableSession>(session: Session): Session => setContext(KEY, session);
export const useSession = (): TableSession => getContext<TableSession>(KEY);

/** Everything that makes a drawn piece the place of a move: click, key, focus, hover, name. */
export function target(session: TableSession, texts: string[], label: string, otherwise?: () => void) {
  const open = texts.filter((text) => session.moves.has(text));
  const act = (): void => {
    if (open.length > 0) session.play(open[0]);
    else if (texts.length > 0) session.why(texts[0]);
    else otherwise?.();
  };
  return {
    role: 'button',
    tabindex: open.length > 0 ? 0 : -1,
    'aria-label': label,
    'aria-disabled': open.length > 0 ? undefined : true,
    'data-move': open[0],
    class: open.length > 0 ? 'target open' : 'target',
    onclick: (event: Event) => {
      event.stopPropagation();
      act();
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      act();
    },
    onpointerenter: () => session.point(open[0] ?? null),
    onpointerleave: () => session.point(null),
    onfocus: () => session.point(open[0] ?? null),
    onblur: () => session.point(null),
  };
}

/** The same for a piece drawn by a component of its own: what has not changed for this piece is not drawn again. */
export class Place {
  constructor(
    private readonly session: TableSession,
    private readonly texts: () => string[],
    private readonly label: () => string,
    private readonly otherwise?: () => void,
  ) {}

  readonly #open = $derived.by(() => this.texts().find((text) => this.session.moves.has(text)));
  readonly #label = $derived.by(() => this.label());
  get open(): string | undefined {
    return this.#open;
  }

  private readonly act = (): void => {
    const first = this.texts()[0];
    if (this.#open !== undefined) this.session.play(this.#open);
    else if (first !== undefined) this.session.why(first);
    else this.otherwise?.();
  };
  private readonly onclick = (event: Event): void => {
    event.stopPropagation();
    this.act();
  };
  private readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.act();
  };
  private readonly enter = (): void => this.session.point(this.#open ?? null);
  private readonly leave = (): void => this.session.point(null);

  readonly attributes = $derived.by(() => ({
    role: 'button',
    tabindex: this.#open === undefined ? -1 : 0,
    'aria-label': this.#label,
    'aria-disabled': this.#open === undefined ? true : undefined,
    'data-move': this.#open,
    class: this.#open === undefined ? 'target' : 'target open',
    onclick: this.onclick,
    onkeydown: this.onkeydown,
    onpointerenter: this.enter,
    onpointerleave: this.leave,
    onfocus: this.enter,
    onblur: this.leave,
  }));
}

export const pieces = (): SvelteSet<string> => new SvelteSet<string>();
