/** A few screens, looked at by the finders; `make soak PART=screens` looks at all of them. */

import { expect, test } from 'vitest';
import { games } from '../../tests/found';
import { few, stage } from '../stage';
import { line } from './finders';
import { look, nameOf } from './look';
import { type Choice, type Phase, SIZES, type Theme } from './matrix';
import { playersOf, Tables } from './tables';

const on = stage();
let tables: Tables | null = null;

/** What is looked at every time, then what takes longer. Size, which game (they are taken in turn), whether as many as can play it or
    as few, moment, language, theme, state. */
const FEW: [string, number, 'most' | 'fewest', Phase, string, Theme, string][] = [
  ['1024x768 mouse', 0, 'most', 'late', 'ru', 'dark', 'own turn'],
  ['1280x720 mouse', 0, 'most', 'early', 'pl', 'light', "other's turn"],
  ['1280x720 mouse', 0, 'fewest', 'late', 'ru', 'light', 'end'],
  ['1440x900 mouse', 1, 'fewest', 'late', 'ru', 'dark', 'replay'],
  ['1024x768 mouse', 1, 'most', 'late', 'ru', 'dark', 'a table of one’s own'],
  ['1024x768 mouse', 1, 'most', 'late', 'pl', 'light', 'menu'],
  ['390x844', 0, 'most', 'late', 'ru', 'light', 'own turn'],
  ['320x568', 1, 'most', 'early', 'es', 'dark', 'hint'],
  ['844x390', 1, 'fewest', 'late', 'pl', 'light', 'own turn'],
  ['360x740', 0, 'fewest', 'late', 'es', 'dark', 'replay'],
  ['1280x720 mouse', 0, 'most', 'early', 'pl', 'dark', 'hint'],
  ['2560x1440 mouse', 0, 'most', 'late', 'ru', 'dark', "other's turn"],
  ['1280x720 mouse', 1, 'most', 'late', 'pl', 'dark', 'rules'],
  ['1024x768', 0, 'most', 'late', 'pl', 'dark', 'own turn'],
];

const chosen = FEW.map(([size, which, players, phase, language, theme, state]): Choice => {
  const game = games[which % games.length];
  const all = playersOf(game);
  return {
    size: SIZES.find(({ name }) => name === size)!,
    game,
    players: players === 'most' ? Math.max(...all) : Math.min(...all),
    phase,
    language,
    theme,
    state,
  };
});

test.each(few(chosen, 10).map((choice) => [nameOf(choice), choice] as const))('%s', async (_, choice) => {
  const { address } = on.server;
  tables ??= new Tables(address);
  const found = await look({ address, browser: on.browser, tables }, choice);
  expect(found.map(line)).toEqual([]);
});
