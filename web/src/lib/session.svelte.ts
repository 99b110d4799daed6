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
  /** What was tapped once, by its `data-move`: it shows what it would bring, and is played when it is tapped again. */
  readonly tapped?: string | null;
  play(...texts: string[]): void;
  /** As somebody wishes who may be using a finger: show it first, else play it. `words` say what several moves would bring. */
  choose?(texts: string[], words?: string): void;
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

/** Play what was chosen by pointer or finger; where nothing is shown first, at once. */
export const choose = (session: TableSession, texts: string[], words?: string): void =>
  session.choose ? session.choose(texts, words) : session.play(...texts);

/** What pointer and keys do to a drawn piece: play its move, else say why not, else what its board has for it. */
function handlers(
  session: TableSession,
  open: () => string | undefined,
  first: () => string | undefined,
  otherwise?: () => void,
) {
  const act = (way: (move: string) => void): void => {
    const [move, wish] = [open(), first()];
    if (move !== undefined) way(move);
    else if (wish !== undefined) session.why(wish);
    else otherwise?.();
  };
  const enter = (): void => session.point(open() ?? null);
  const leave = (): void => session.point(null);
  return {
    onclick: (event: Event): void => {
      event.stopPropagation();
      act((move) => choose(session, [move]));
    },
    onkeydown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      act((move) => session.play(move));
    },
    onpointerenter: enter,
    onpointerleave: leave,
    onfocus: enter,
    onblur: leave,
  };
}
type Handlers = ReturnType<typeof handlers>;

const attributesOf = (open: string | undefined, label: string, does: Handlers, tapped: boolean) => ({
  role: 'button',
  'aria-pressed': tapped ? true : undefined,
  tabindex: open === undefined ? -1 : 0,
  'aria-label': label,
  'aria-disabled': open === undefined ? true : undefined,
  'data-move': open,
  class: open === undefined ? 'target' : 'target open',
  ...does,
});

/** Everything that makes a drawn piece the place of a move: click, key, focus, hover, name. */
export function target(session: TableSession, texts: string[], label: string, otherwise?: () => void) {
  const open = texts.find((text) => session.moves.has(text));
  const does = handlers(
    session,
    () => open,
    () => texts[0],
    otherwise,
  );
  return attributesOf(open, label, does, open !== undefined && session.tapped === open);
}

/** The same for a piece drawn by a component of its own: what has not changed for this piece is not drawn again. */
export class Place {
  private readonly does: Handlers;

  constructor(
    private readonly session: TableSession,
    private readonly texts: () => string[],
    private readonly label: () => string,
    otherwise?: () => void,
  ) {
    this.does = handlers(
      session,
      () => this.#open,
      () => texts()[0],
      otherwise,
    );
  }

  readonly #open = $derived.by(() => this.texts().find((text) => this.session.moves.has(text)));
  readonly #label = $derived.by(() => this.label());
  readonly #tapped = $derived.by(() => this.#open !== undefined && this.session.tapped === this.#open);
  get open(): string | undefined {
    return this.#open;
  }
  readonly attributes = $derived.by(() => attributesOf(this.#open, this.#label, this.does, this.#tapped));
}

export const pieces = (): SvelteSet<string> => new SvelteSet<string>();
