/** Why a move is better is told by where its points come from. */

import { expect, test } from 'vitest';
import { reasonWords } from '../src/lib/reasons';
import { overwriteGetLocale } from '../src/paraglide/runtime.js';
import { games } from './found';

test.each(games)('the sources of %s stand alone with signed figures, opponents included', (game) => {
  overwriteGetLocale(() => 'en');
  const said = reasonWords(game, [
    { source: 'nothing_of_the_kind', points: 3 },
    { source: 'rivals', points: -2.25 },
  ]);
  expect(said).toBe(`${game}_source_nothing_of_the_kind +3, opponents' points −2.3`);
});
