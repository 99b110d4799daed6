/** The games a table can lie under: each brings its board, its player board and a text of both, nothing else; and each is
    fetched when it is first wanted. */

import type { GameParts } from './parts';

export type { GameParts, Paragraph } from './parts';

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
