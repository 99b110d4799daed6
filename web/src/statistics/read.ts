/** A game's statistics: made by `sampan stats`, fetched when somebody asks for them, never before. */

import { withStatistics } from '../help/served';
import { seeStatistics, type Statistics } from '../lib/api';

const FOLDER = '../../../src/sampan/games';
const files = import.meta.glob<Statistics>('../../../src/sampan/games/*/statistics.json', { import: 'default' });

const fileOf = (game: string): (() => Promise<Statistics>) | undefined => files[`${FOLDER}/${game}/statistics.json`];
export const hasStatistics = (game: string): boolean => fileOf(game) !== undefined || withStatistics.has(game);
export const readStatistics = (game: string): Promise<Statistics | null> => fileOf(game)?.() ?? seeStatistics(game);
