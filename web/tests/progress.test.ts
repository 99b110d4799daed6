import { expect, test } from 'vitest';
import type { MyTable } from '../src/lib/mine';
import { notesOf } from '../src/lib/reviewNote';
import { suggestLevel } from '../src/progress/suggest';
import { byLevel, type Played, playedIn, reviewsOf, sourcesOf } from '../src/progress/summary';

const table = (changed: Partial<MyTable>): MyTable => ({
  table: 'Kf3b-9QdXw2z',
  game: 'chess',
  names: ['Ann', 'Bot'],
  at: 100,
  chairs: [0],
  over: true,
  result: {
    winners: [0],
    scores: [30, 20],
    bots: [null, 'club'],
    sheet: [
      { visits: 30, gold: 0 },
      { visits: 20, gold: 0 },
    ],
  },
  ...changed,
});

test('a finished game counts with its level, my part of the victory and my points by source', () => {
  expect(playedIn([table({})])).toMatchObject([
    { against: 'club', players: 2, won: 1, beaten: 1, points: 30, sources: { visits: 30, gold: 0 } },
  ]);
  const shared = table({ result: { winners: [0, 1], scores: [20, 20], bots: [null, 'club'] } });
  expect(playedIn([shared])).toMatchObject([{ won: 0.5, beaten: 0.5, sources: null }]);
});

test('what goes on, has no result, was a lesson or was played by several here does not count', () => {
  const none = [
    table({ over: false }),
    table({ result: undefined }),
    table({ also: [1] }),
    table({ chairs: [0, 1] }),
    table({ result: { winners: [], scores: [1, 2] } }),
    table({ chairs: [5] }),
  ];
  expect(playedIn(none)).toEqual([]);
});

test('opponents are people, bots of one level, or a mixed table', () => {
  const against = (bots: (string | null)[] | undefined): string =>
    playedIn([table({ result: { winners: [0], scores: [3, 2, 1], bots } })])[0].against;
  expect(against([null, 'club', 'club'])).toBe('club');
  expect(against([null, null, 'club'])).toBe('people');
  expect(against([null, 'expert', 'club'])).toBe('mixed');
  expect(against(undefined)).toBe('mixed');
});

test('results stand by level and number of players, weak levels first', () => {
  const games = playedIn([
    table({ at: 3, result: { winners: [1], scores: [10, 20], bots: [null, 'expert'] } }),
    table({ at: 1 }),
    table({ at: 2, result: { winners: [1], scores: [10, 20], bots: [null, 'club'] } }),
  ]);
  expect(byLevel(games)).toEqual([
    { against: 'club', players: 2, games: 2, won: 1, points: 20 },
    { against: 'expert', players: 2, games: 1, won: 0, points: 10 },
  ]);
  expect(sourcesOf(games)).toEqual(['visits']);
});

test('reviews are summed up over the games that have one', () => {
  const note = notesOf({
    turns: [
      { seat: 0, verdict: 'mistake', best_deed: 'sail' },
      { seat: 0, verdict: 'good', best_deed: 'build' },
      { seat: 1, verdict: 'blunder', best_deed: 'build' },
    ],
    sheets: [
      { accuracy: 80, luck: 0.1, mistakes: { mistake: 1 } },
      { accuracy: 60, luck: -0.1, mistakes: { blunder: 1 } },
    ],
  });
  expect(note[0]).toEqual({ accuracy: 80, luck: 0.1, mistakes: { mistake: 1 }, kinds: { sail: 1 } });
  const games = playedIn([
    table({ reviews: note }),
    table({ reviews: { 0: { ...note[0], accuracy: 90, luck: -0.3 } } }),
    table({}),
  ]);
  const summed = reviewsOf(games)!;
  expect(summed).toMatchObject({ games: 2, accuracy: 85, mistakes: { mistake: 1 }, kinds: [['sail', 2]] });
  expect(summed.luck).toBeCloseTo(-0.1);
  expect(reviewsOf(playedIn([table({})]))).toBe(null);
});

const against = (level: string, ...beaten: number[]): Played[] =>
  beaten.map((one, k) => ({ ...playedIn([table({})])[0], against: level, beaten: one, won: one, at: k }));

test('whoever wins nearly always is pointed to the next level, whoever loses to the one below', () => {
  expect(suggestLevel(against('club', 1, 1, 1, 1))).toEqual({ level: 'expert', than: 'club', games: 4, won: 4 });
  expect(suggestLevel(against('club', 0, 0, 0, 0))).toEqual({ level: 'learner', than: 'club', games: 4, won: 0 });
  expect(suggestLevel(against('learner', 0, 0, 0))).toEqual({ level: 'beginner', than: 'learner', games: 3, won: 0 });
  expect(suggestLevel(against('beginner', 1, 1, 1))).toMatchObject({ level: 'learner', than: 'beginner' });
});

test('whoever wins about half, or has played too little, is told nothing', () => {
  expect(suggestLevel(against('club', 1, 0, 1, 0))).toBe(null);
  expect(suggestLevel(against('club', 1, 1, 0, 1, 0))).toBe(null);
  expect(suggestLevel(against('club', 1, 1))).toBe(null);
  expect(suggestLevel(against('people', 1, 1, 1, 1))).toBe(null);
  expect(suggestLevel([])).toBe(null);
});

test('there is nothing above the last level and nothing below the first', () => {
  expect(suggestLevel(against('master', 1, 1, 1, 1, 1))).toBe(null);
  expect(suggestLevel(against('beginner', 0, 0, 0, 0, 0))).toBe(null);
});

test('what was long ago no longer counts', () => {
  const games = [...against('club', ...Array<number>(20).fill(0)), ...against('club', ...Array<number>(12).fill(1))];
  expect(suggestLevel(games)).toMatchObject({ level: 'expert', games: 12, won: 12 });
});
