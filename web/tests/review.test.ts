/** What a review tells, worked out from what the server sends. */

import { expect, test } from 'vitest';
import { gainWords, lessonWords } from '../src/review/words';
import {
  corners,
  type GameReview,
  judged,
  known,
  moments,
  needless,
  pointsOf,
  reasonsOf,
  type Sheet,
  stepped,
  type Turn,
  turnAt,
  within,
} from '../src/review/review';
import { games } from './found';

const line = (moves: string[], win = 0.5, points = 0) => ({ moves, says: [], win, points, sources: {}, rivals: [] });
const turn = (first: number, more: Partial<Turn> = {}): Turn => ({
  first,
  last: first + 2,
  seat: 0,
  played: line(['a', 'b'], 0.54, 70),
  best: line(['c', 'd'], 0.61, 74.1),
  others: [line(['e'], 0.605), line(['f', 'end'], 0.4)],
  deed: 'a',
  best_deed: 'c',
  gain: 0,
  reasons: {},
  cost: 0.07,
  error: 0.01,
  trials: 64,
  verdict: 'mistake',
  decision: [],
  luck: [],
  remainder: [],
  win_before: [],
  win_after: [],
  ...more,
});
const review = (...turns: Turn[]): GameReview => ({
  sampan_review: 1,
  game: 'g',
  rules: 1,
  box: '0',
  evaluation: 'e',
  players: 2,
  plies: 8,
  done: 1,
  total: 1,
  chances: [0, 2, 4, 6, 8].map((at) => ({ at, win: [at / 8, 1 - at / 8] })),
  turns,
  sheets: [],
});

test('the costliest mistakes are told in the order of the game; what was good or forced is none', () => {
  const turns = [
    turn(0, { cost: 0.02 }),
    turn(2, { verdict: 'good', cost: 0 }),
    turn(4, { cost: 0.09, seat: 1 }),
    turn(6, { cost: 0.05 }),
  ];
  expect(moments(review(...turns), null, 2).map(({ first }) => first)).toEqual([4, 6]);
  expect(moments(review(...turns), 0).map(({ first }) => first)).toEqual([0, 6]);
});

test('the largest reasons are told, three at most, and what the better turn gives up after what it brings', () => {
  expect(reasonsOf(turn(0, { reasons: { a: 1, b: -3, c: 0.5, d: 2 } })).map(({ source }) => source)).toEqual([
    'd',
    'a',
    'b',
  ]);
});

test('where only exchanges were one too many, these are named, each once', () => {
  const says = ['place', 'swap', 'swap', 'other', 'end'].map((id) => ({ id, args: {} }));
  const played = { ...line(['place', 'swap', 'swap', 'other', 'end']), says };
  const best = { ...line(['place', 'end']), says: [says[0], says[4]] };
  expect(needless(turn(0, { played, best, deed: 'aside', best_deed: 'aside' }))).toMatchObject({
    moves: ['swap', 'other'],
    says: [says[1], says[3]],
  });
  expect(needless(turn(0, { played, best }))).toBeNull();
});

test.each(games)('a lesson about exchanges in %s names them, how often and what they cost', (game) => {
  const args = { deed: `${game}_deed_aside`, times: 4, cost: 64 };
  expect(lessonWords({ id: 'review_lesson_without', args })).toMatch(/^[^:]+ \(4×, −64(\.0)?%\)$/);
});

test('points are added up as they were scored, what was possible is not', () => {
  const sheet = {
    points: { visits: 4, regions: 20 },
    possible: { visits: 9, regions: 20, races: 3 },
  } as unknown as Sheet;
  expect(pointsOf(sheet)).toEqual([
    { source: 'regions', scored: 20, possible: 20 },
    { source: 'visits', scored: 4, possible: 9 },
    { source: 'races', scored: 0, possible: 3 },
    { source: null, scored: 24, possible: null },
  ]);
});

test('a chance far from what all hands say is told with it; luck that fell afterwards is no part of it', () => {
  expect(known(turn(0, { win_after: [0.3, 0.7], luck: [0, 0] }))).toBeCloseTo(0.3);
  expect(known(turn(0, { win_after: [0.7, 0.3], luck: [0.2, -0.2] }))).toBeNull();
  expect(known(turn(0))).toBeNull();
});

test.each(games)('points of %s are told where they speak for the better turn, or what it costs opponents', (game) => {
  const fewer = turn(0, { best: line(['c', 'd'], 0.61, 66) });
  expect(gainWords(game, fewer)).toBe(''); // the forecast speaks against it: never "better: -4 points"
  expect(gainWords(game, turn(0, { gain: 4.1, reasons: { other: 4.1 } }))).toMatch(
    /^Final points: \+4\.1 \(.*\+4\.1\)$/,
  );
  expect(gainWords(game, turn(0, { gain: 4.1 }))).toBe('Final points: +4.1');
  const costly = gainWords(game, turn(0, { best: line(['c', 'd'], 0.61, 66), reasons: { rivals: -6 } }));
  expect(costly).toContain('−6');
  expect(costly).not.toContain('-4');
});

test('a curve runs from the left to the right, a sure victory on top; steps go from turn to turn', () => {
  const game = review(turn(0), turn(2));
  expect(corners(game, 0)[0]).toEqual([0, 1]);
  expect(corners(game, 0).at(-1)).toEqual([1, 0]);
  expect([stepped(game, 3, 1), stepped(game, 3, -1), stepped(game, 8, 1), stepped(game, 0, -1)]).toEqual([4, 2, 8, 0]);
  expect(turnAt(game, 3)?.first).toBe(2);
  expect(turnAt(game, 5)).toBeNull();
});

test('a tried turn is right, as good, what was played, or worse; as long as it may become one of these it goes on', () => {
  const mistake = turn(0);
  expect(judged(mistake, ['c'])).toBe('on');
  expect(judged(mistake, ['d', 'c'])).toBe('right'); // in whatever order
  expect(judged(mistake, ['a', 'b'])).toBe('played');
  expect(judged(mistake, ['e'])).toBe('good');
  expect(judged(mistake, ['f', 'end'])).toBe('worse');
  expect(judged(mistake, ['x'])).toBe('worse');
});

test('a move made twice must be in the line twice', () => {
  expect(within(['up', 'up'], ['up', 'sail'])).toBe(false);
  expect(within(['up', 'up'], ['up', 'sail', 'up'])).toBe(true);
});
