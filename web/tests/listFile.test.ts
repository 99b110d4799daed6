import { expect, test } from 'vitest';
import type { MyTable } from '../src/lib/mine';
import { read, written } from '../src/lobby/listFile';

const game: MyTable = {
  table: 'Kf3b-9QdXw2z',
  game: 'chess',
  names: ['Ann', 'Ben'],
  at: 100,
  chairs: [0],
  over: false,
};
const over: MyTable = { ...game, table: 'Kf3b_9QdXw2y', over: true, result: { winners: [1], scores: [3, 40] } };

test('points by source, bots and reviews travel along, and what is not as expected is left out', () => {
  const rich: MyTable = {
    ...over,
    result: { winners: [1], scores: [3, 40], sheet: [{ visits: 3 }, { visits: 40 }], bots: [null, 'club'] },
    reviews: { 0: { accuracy: 81.5, luck: -0.1, mistakes: { blunder: 1 }, kinds: { sail: 2 } } },
  };
  expect(read(written([rich]))?.tables).toEqual([rich]);
  const odd = {
    ...rich,
    result: { ...rich.result, sheet: [{ 'a b': 1 }], bots: [7] },
    reviews: { 0: { accuracy: '1' } },
  };
  expect(read(written([odd as unknown as MyTable]))?.tables).toEqual([
    { ...over, result: { winners: [1], scores: [3, 40] }, reviews: {} },
  ]);
});

test('a list comes back from its file as it was, without anything else that stood there', () => {
  expect(read(written([game, over]))?.tables).toEqual([game, over]);
  expect(read(written([]))).toEqual({ tables: [], puzzles: {} });
  expect(read(written([{ ...game, token: 'secret' } as MyTable]))?.tables).toEqual([game]);
});

test('results of puzzles travel along; a file from before there were any is as good', () => {
  const puzzles = {
    chess: {
      puzzles: { a1: { first: 'wrong' as const, solved: true, at: 7 } },
      days: { '2026-11-18': 'solved' as const },
    },
  };
  expect(read(written([game], puzzles))).toEqual({ tables: [game], puzzles });
  expect(read('{"sampan": "games", "tables": []}')).toEqual({ tables: [], puzzles: {} });
  expect(read('{"sampan": "games", "tables": [], "puzzles": {"chess": 3}}')).toBeNull();
});

test.each([
  ['', 'nothing'],
  ['{', 'no JSON'],
  ['null', 'nothing in JSON'],
  ['[]', 'another list'],
  ['{"game":"chess","moves":[]}', 'a record'],
  ['{"sampan":"games"}', 'no list in it'],
  [written([game, { ...game, table: '../../etc/pw' }]), 'a table that cannot be'],
  [written([{ ...game, chairs: [] }]), 'no seat'],
  [written([{ ...game, chairs: [-1] }]), 'a seat that cannot be'],
  [written([{ ...game, game: 'Chess "1"' }]), 'a game that cannot be'],
  [written([{ ...game, names: ['x'.repeat(41)] }]), 'a name too long'],
  [written([{ ...game, at: Infinity }]), 'a time that is none'],
  [written(Array.from({ length: 1001 }, () => game)), 'far too many'],
])('%s is refused: %s', (text) => expect(read(text)).toBe(null));
