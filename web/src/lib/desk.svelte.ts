/** What a game's board may ask of the table it lies on: what is allowed, what is pointed at, and to make a move. */

import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Message } from './words';

export interface Move extends Message {
  move: number;
  text: string;
}

export interface Desk {
  readonly seat: number | null; // through whose eyes the board is seen
  readonly names: string[];
  readonly moves: Map<string, Move>; // everything allowed now, by its text
  readonly phone: boolean;
  readonly pointed: string | null; // the move under the pointer or the focus
  readonly lit: Set<string>; // pieces named by what is pointed at in the log
  readonly last: Set<string>; // pieces of the last move
  readonly told: Message[]; // what has happened so far, as the log tells it; it may come a little after the view
  armed: string | null; // a move to follow the next one
  play(...texts: string[]): void;
  why(text: string): void;
  tell(words: string, help?: string): void; // and the paragraph of the rules that says more
  point(text: string | null): void;
  gains(text: string): Message[];
}

const KEY = Symbol('desk');
export const spread = (desk: Desk): Desk => setContext(KEY, desk);
export const theDesk = (): Desk => getContext<Desk>(KEY);

/** Everything that makes a drawn piece the place of a move: click, key, focus, hover, name. */
export function target(desk: Desk, texts: string[], label: string, otherwise?: () => void) {
  const open = texts.filter((text) => desk.moves.has(text));
  const act = (): void => {
    if (open.length > 0) desk.play(open[0]);
    else if (texts.length > 0) desk.why(texts[0]);
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
    onpointerenter: () => desk.point(open[0] ?? null),
    onpointerleave: () => desk.point(null),
    onfocus: () => desk.point(open[0] ?? null),
    onblur: () => desk.point(null),
  };
}

/** The same for a piece drawn by a component of its own: what has not changed for this piece is not drawn again. */
export class Place {
  constructor(
    private readonly desk: Desk,
    private readonly texts: () => string[],
    private readonly label: () => string,
    private readonly otherwise?: () => void,
  ) {}

  readonly #open = $derived.by(() => this.texts().find((text) => this.desk.moves.has(text)));
  readonly #label = $derived.by(() => this.label());
  get open(): string | undefined {
    return this.#open;
  }

  private readonly act = (): void => {
    const first = this.texts()[0];
    if (this.#open !== undefined) this.desk.play(this.#open);
    else if (first !== undefined) this.desk.why(first);
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
  private readonly enter = (): void => this.desk.point(this.#open ?? null);
  private readonly leave = (): void => this.desk.point(null);

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
