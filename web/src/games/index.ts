/** The games a table can lie under. A folder beside this file is a game with a board of its own: what it gives the page is fetched
    when it is first wanted. Any other game the server knows is played on the generic table. */

import { learnTerms } from '../lib/words';
import type { GameParts } from './parts';

export type { GameParts, Paragraph } from './parts';

const boards = import.meta.glob<GameParts>('./*/index.ts', { import: 'default' });
const pictures = import.meta.glob<string>('./*/picture.svg', { import: 'default', eager: true, query: '?url' });
const taken = new Map<string, GameParts | Promise<GameParts>>();

/** Those the server knew when the page was built, in its order: what the lobby shows until it has answered. */
export const GAMES: readonly string[] = __GAMES__;
export const hasBoard = (game: string): boolean => `./${game}/index.ts` in boards;
export const pictureOf = (game: string): string | undefined => pictures[`./${game}/picture.svg`];

async function fetchParts(game: string): Promise<GameParts> {
  if (!hasBoard(game)) return (await import('../table/generic')).genericParts(game);
  const parts = await boards[`./${game}/index.ts`]();
  learnTerms(game, parts.terms);
  return parts;
}

/** A game's parts: at once if it lies on the table already; a fetch that failed may be tried again. */
export function takeGame(game: string): GameParts | Promise<GameParts> {
  const here = taken.get(game);
  if (here) return here;
  const coming = fetchParts(game).then((parts) => {
    taken.set(game, parts);
    return parts;
  });
  taken.set(game, coming);
  coming.catch(() => taken.delete(game));
  return coming;
}
