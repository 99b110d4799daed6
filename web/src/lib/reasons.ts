/** In which points a move differs from others, in words. */

import type { Shapes } from './api';
import { signed } from './numbers';
import { m, word } from './words';

export type Reason = Shapes['Reason'];

/** Where points come from, in words: a source of the game, or what opponents come to. */
export const sourceWords = (game: string, source: string): string =>
  source === 'rivals' ? m.source_rivals() : word(`${game}_source_${source}`);

/** "regions +3, visits +1.1": names stand alone, so no language has to decline them. */
export const reasonWords = (game: string, reasons: Reason[]): string =>
  reasons.map(({ source, points }) => `${sourceWords(game, source)} ${signed(points)}`).join(', ');
