/** The games that have a board on the page. */

import { existsSync, readdirSync } from 'node:fs';

export const GAMES_FOLDER = '../src/sampan/games';
export const games = readdirSync('src/games').filter((name) => existsSync(`src/games/${name}/index.ts`));
