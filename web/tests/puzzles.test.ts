/** Puzzles: which is the day's, days in a row, the score of first tries, filters, and what is kept of it. */

import { expect, test } from 'vitest';
import { ANY, kindsOf, type Listed, nextOf, wished } from '../src/puzzles/choice';
import { dayOf, isDay, longestOf, puzzleOf, streakOf } from '../src/puzzles/days';
import { firstOf, namesOf, toldOf, type Verdict } from '../src/puzzles/puzzle';
import {
  type AllResults,
  countOf,
  type First,
  NONE,
  noted,
  type Results,
  resultsIn,
  scoreOf,
  solvedDays,
  together,
} from '../src/puzzles/results';

const ids = Array.from({ length: 23 }, (_, k) => (k * 7919).toString(16));
const daysFrom = (first: string, n: number): string[] =>
  Array.from({ length: n }, (_, k) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + k * 86_400_000).toISOString().slice(0, 10),
  );

test('every puzzle is the day’s once before any is again, in another order than they are listed in', () => {
  const round = daysFrom('2026-11-18', ids.length).map((day) => puzzleOf(day, 'g', ids));
  expect(new Set(round).size).toBe(ids.length);
  expect(round).not.toEqual(ids);
  const order = [...ids.slice(ids.indexOf(round[0]!)), ...ids.slice(0, ids.indexOf(round[0]!))];
  expect(round).not.toEqual(order);
});

test('the day’s puzzle hangs on date and game alone, not on the order of the list', () => {
  expect(puzzleOf('2026-11-18', 'g', [...ids].reverse())).toBe(puzzleOf('2026-11-18', 'g', ids));
  const other = daysFrom('2026-11-18', 9).filter((day) => puzzleOf(day, 'h', ids) !== puzzleOf(day, 'g', ids));
  expect(other.length).toBeGreaterThan(5);
  expect(puzzleOf('2026-11-18', 'g', [])).toBeNull();
});

test('a day is the one on the calendar of whoever looks, at whatever hour', () => {
  expect(dayOf(new Date(2026, 10, 8, 0, 0, 1))).toBe('2026-11-08');
  expect(dayOf(new Date(2026, 10, 8, 23, 59, 59))).toBe('2026-11-08');
  expect(isDay('2024-02-29')).toBe(true);
  expect(['2026-02-29', '2026-1-1', 'today', '2026-13-01'].filter(isDay)).toEqual([]);
});

test('days in a row go on while today is still to come, over months and the nights in which clocks change', () => {
  expect(streakOf([], '2026-11-18')).toBe(0);
  expect(streakOf(['2026-11-17', '2026-11-16', '2026-11-14'], '2026-11-18')).toBe(2);
  expect(streakOf(['2026-11-18', '2026-11-17', '2026-11-16'], '2026-11-18')).toBe(3);
  expect(streakOf(['2026-11-16'], '2026-11-18')).toBe(0);
  expect(streakOf(daysFrom('2026-03-01', 60), '2026-04-30')).toBe(60); // summer time begins in it
  expect(streakOf(daysFrom('2026-12-20', 20), '2027-01-08')).toBe(20);
  expect(longestOf(['2026-11-18', '2026-11-03', '2026-11-01', '2026-11-02', '2026-11-17', '2026-11-02'])).toBe(3);
  expect(longestOf([])).toBe(0);
});

const after = (...told: [string, First, (string | null)?][]): Results =>
  told.reduce<Results>((results, [id, how, day = null], k) => noted(results, id, how, k, day), NONE);

test('the first try decides the score; a puzzle found later is solved, one whose answer was shown is not', () => {
  const results = after(['a', 'wrong'], ['a', 'best'], ['b', 'shown'], ['b', 'best'], ['c', 'good'], ['c', 'wrong']);
  expect(results.puzzles.a).toMatchObject({ first: 'wrong', solved: true });
  expect(results.puzzles.b).toMatchObject({ first: 'shown', solved: false });
  expect(results.puzzles.c).toMatchObject({ first: 'good', solved: true });
  const missed = new Map([
    ['a', 0.75],
    ['b', 0.5],
    ['c', 0.25],
  ]);
  expect(scoreOf(results, missed)).toEqual({ tried: 3, right: 1, row: 1, longest: 1, club: 1.5 });
});

test('right ones in a row are counted in the order in which they were tried; a puzzle that is gone is in no sum', () => {
  const results = after(['z', 'best'], ['y', 'good'], ['x', 'wrong'], ['w', 'best']);
  expect(scoreOf(results, new Map([['w', 0.5]]))).toEqual({ tried: 1, right: 1, row: 1, longest: 2, club: 0.5 });
});

test('a day is solved by finding its puzzle on that day, at whichever try, but not after the answer was shown', () => {
  const day = '2026-11-18';
  expect(solvedDays(after(['a', 'wrong', day], ['a', 'best', day]))).toEqual([day]);
  expect(solvedDays(after(['a', 'shown', day], ['a', 'best', day]))).toEqual([]);
  expect(after(['a', 'wrong', day]).days).toEqual({});
  expect(solvedDays(after(['a', 'best'], ['a', 'best', day]))).toEqual([day]); // known from before
  expect(solvedDays(after(['a', 'best']))).toEqual([]);
});

const listed = (id: string, kind: string, level: number): Listed => ({ id, kind, level, missed: {}, players: 2 });
const list = [listed('a', 'k', 1), listed('b', 'l', 2), listed('c', 'k', 2), listed('d', 'k', 3)];

test('puzzles are found by kind and difficulty', () => {
  expect(kindsOf(list)).toEqual(['k', 'l']);
  const found = (kind: string | null, level: number | null) => wished(list, { kind, level }).map(({ id }) => id);
  expect(found(null, null)).toEqual(['a', 'b', 'c', 'd']);
  expect(found('k', null)).toEqual(['a', 'c', 'd']);
  expect(found('k', 2)).toEqual(['c']);
  expect(found('l', 3)).toEqual([]);
});

test('the next puzzle is one that was not tried, else one that was not solved, never the one that lies there', () => {
  expect(nextOf(list, ANY, NONE, null)).toBe('a');
  expect(nextOf(list, ANY, NONE, 'b')).toBe('c');
  expect(nextOf(list, { kind: 'k', level: null }, after(['d', 'best']), 'c')).toBe('a');
  const all = after(['a', 'best'], ['b', 'wrong'], ['c', 'best'], ['d', 'best']);
  expect(nextOf(list, ANY, all, 'c')).toBe('b');
  expect(nextOf(list, ANY, all, 'b')).toBe('c');
  expect(nextOf([list[0]], ANY, all, 'a')).toBeNull();
  expect(nextOf(list, { kind: 'l', level: 1 }, NONE, null)).toBeNull();
});

test('results of two browsers come together: the earlier first try counts, a solved day stays solved', () => {
  const here: AllResults = { g: after(['a', 'wrong', '2026-11-18'], ['b', 'best']) };
  const there: AllResults = {
    g: {
      puzzles: { a: { first: 'best', solved: true, at: 5 }, b: { first: 'wrong', solved: false, at: -1 } },
      days: {},
    },
    h: after(['z', 'good', '2026-11-17']),
  };
  const both = together(here, there);
  expect(both.g.puzzles.a).toEqual({ first: 'wrong', solved: true, at: 0 });
  expect(both.g.puzzles.b).toEqual({ first: 'wrong', solved: true, at: -1 });
  expect(solvedDays(both.h)).toEqual(['2026-11-17']);
  expect(countOf(both)).toBe(3);
  expect(together(both, there)).toEqual(both);
  const shown = { g: { puzzles: {}, days: { '2026-11-18': 'shown' } } } as AllResults;
  const solved = { g: { puzzles: {}, days: { '2026-11-18': 'solved' } } } as AllResults;
  for (const one of [together(shown, solved), together(solved, shown)]) expect(one).toEqual(solved);
});

test('what is kept is read back, and nothing that is not as expected', () => {
  const all: AllResults = { g: after(['a', 'wrong', '2026-11-18'], ['a', 'best', '2026-11-18']) };
  expect(resultsIn(JSON.parse(JSON.stringify(all)))).toEqual(all);
  expect(resultsIn({ g: { puzzles: { a: { ...all.g.puzzles.a, secret: 1 } }, days: {} } })?.g.puzzles.a).toEqual(
    all.g.puzzles.a,
  );
  const broken = [
    [],
    { G: NONE },
    { g: { puzzles: {} } },
    { g: { puzzles: { a: { first: 'lucky', solved: true, at: 0 } }, days: {} } },
    { g: { puzzles: { '../x': { first: 'best', solved: true, at: 0 } }, days: {} } },
    { g: { puzzles: {}, days: { '2026-02-30': 'solved' } } },
    { g: { puzzles: {}, days: { '2026-02-20': 'maybe' } } },
  ];
  expect(broken.filter((one) => resultsIn(one) !== null)).toEqual([]);
});

const verdict = (kind: Verdict['verdict'], cost = 0, line: number | null = null): Verdict => ({
  verdict: kind,
  cost,
  error: 0,
  reasons: {},
  line,
});

test('a turn is the best, as good for all one can tell, what is mostly played, worse, or one that nobody judged', () => {
  expect(toldOf(verdict('on'))).toBe('on');
  expect(toldOf(verdict('right', 0, 0))).toBe('best');
  expect(toldOf(verdict('worse', 0.004, 3))).toBe('good');
  expect(toldOf(verdict('worse', 0.03, 2))).toBe('worse');
  expect(toldOf(verdict('worse', 0.1, 1))).toBe('played');
  expect(toldOf(verdict('other'))).toBe('other');
  expect((['on', 'best', 'good', 'played', 'worse', 'other'] as const).map(firstOf)).toEqual([
    null,
    'best',
    'good',
    'wrong',
    'wrong',
    'wrong',
  ]);
});

test('opponents are numbered in turn from me', () => {
  expect(namesOf(4, 2, 'You', (n) => `O${n}`)).toEqual(['O2', 'O3', 'You', 'O1']);
});
