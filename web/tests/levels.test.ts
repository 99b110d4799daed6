/** Bots in the reader's language. */

import { expect, test } from 'vitest';
import { levelName, nameOf } from '../src/lib/levels';
import { overwriteGetLocale } from '../src/paraglide/runtime.js';

const seat = (kind: 'bot' | 'human', name: string, bot: string | null) => ({
  seat: 2,
  kind,
  name,
  bot,
  taken: true,
  away: false,
  lapsed: false,
  stands_in_for: null,
  time_left: null,
  away_until: null,
});

test('a bot that nobody named is called one, and a name is left alone', () => {
  overwriteGetLocale(() => 'ru');
  const names = (...seats: [kind: 'bot' | 'human', name: string, bot: string | null][]): string[] =>
    seats.map((one, k) => ({ ...seat(...one), seat: k })).map(nameOf);
  expect(names(['human', 'Eve', null], ['human', 'club', null], ['bot', 'club', 'club'])).toEqual([
    'Eve',
    'club',
    'Бот',
  ]);
  expect(names(['bot', 'search', 'search:2'], ['human', 'Eve', null], ['bot', 'club', 'club'])).toEqual([
    'Бот 1',
    'Eve',
    'Бот 2',
  ]);
  expect(names(['bot', 'Ada', 'club'], ['bot', 'club', 'club'])).toEqual(['Ada', 'Бот 2']);
});

test('every bot of a level, and those of none, have a word', () => {
  overwriteGetLocale(() => 'pl');
  expect(['beginner', 'learner', 'club', 'expert', 'master', 'random', 'greedy'].map(levelName)).toEqual([
    'nowicjusz',
    'początkujący',
    'średni',
    'ekspert',
    'mistrz',
    'losowy',
    'prosty',
  ]);
  expect(levelName('search:2')).toBe('search:2');
});
