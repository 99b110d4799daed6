/** The games a table can lie under: each brings its board, its player board and a text of both, nothing else; and each is
    fetched when it is first wanted. */

import type { Component } from 'svelte';
import type { Message } from '../lib/words';

export interface Paragraph {
  heading: string;
  lines: string[];
}

/* eslint-disable @typescript-eslint/no-explicit-any */
export interface GameParts {
  Board: Component<{ view: any; box: any }>;
  PlayerBoard: Component<{ view: any; box: any; seat: number; full?: boolean }>;
  /** Its drawn signs, laid on the page once. */
  Signs: Component;
  /** Whether the board zooms a part of itself; else the frame zooms all of it. */
  zooms?: boolean;
  /** Kinds of move that are made on the player board, which a phone shows on its own. */
  onPlayerBoard: string[];
  /** Kinds of move that are made on the board or the player board; the prompt line offers the rest. */
  drawn: string[];
  /** How the names of its signs begin: `rg` for `#rg-koku`. */
  sign: string;
  /** Small live pictures for its rules, fetched with them. */
  diagram?: () => Promise<{ default: Component<{ name: string; box: any }> }>;
  /** What flies where when a change is told: a sign, the piece it goes to (or comes from, if it is paid), how many, and for
      points the reason. */
  flies?: (change: Message) => { sign: string; to: string; amount: number; reason?: string } | null;
  /** The same table in words. */
  text: (view: any, box: any, names: string[], seat?: number | null) => Paragraph[];
}

const SHELF: Record<string, () => Promise<GameParts>> = {
  river: () => import('./river').then(({ river }) => river),
  feya: () => import('./feya').then(({ feya }) => feya),
};
const taken = new Map<string, GameParts | Promise<GameParts>>();

export const GAMES = Object.keys(SHELF);
export const isGame = (game: string): boolean => game in SHELF;

/** A game from the shelf: at once if it lies on the table already; a fetch that failed may be tried again. */
export function takeGame(game: string): GameParts | Promise<GameParts> {
  const here = taken.get(game);
  if (here) return here;
  const coming = SHELF[game]().then((parts) => {
    taken.set(game, parts);
    return parts;
  });
  taken.set(game, coming);
  coming.catch(() => taken.delete(game));
  return coming;
}
