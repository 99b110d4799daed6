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
  armed: string | null; // a move to follow the next one
  play(...texts: string[]): void;
  why(text: string): void;
  tell(words: string): void;
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

export const pieces = (): SvelteSet<string> => new SvelteSet<string>();
