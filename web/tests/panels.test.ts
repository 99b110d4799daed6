/** What lies over a game's table wears the colors of that game, not the page's. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games } from './found';

const SURFACES = ['night', 'panel', 'shade', 'raised', 'popup', 'field', 'own', 'button', 'line', 'dim'];

test.each(games.filter((game) => readFileSync(`src/games/${game}/theme.css`, 'utf-8').includes('[data-game')))(
  '%s, which colors the frame, colors every surface of it',
  (game) => {
    const theme = readFileSync(`src/games/${game}/theme.css`, 'utf-8');
    const frame = theme.slice(theme.indexOf('[data-game'), theme.indexOf('}'));
    expect(SURFACES.filter((name) => !frame.includes(`--${name}:`))).toEqual([]);
  },
);

test.each(['src/table/EndScreen.svelte', 'src/help/Rules.svelte'])(
  '%s, which lies beside the frame, names its game',
  (path) => {
    expect(readFileSync(path, 'utf-8')).toMatch(/class="veil[^"]*"[^>]*data-game=/);
  },
);
