/** What became of puzzles: the first try decides the score. All of it stays in this browser, and travels with its list of games. */

import { isDay } from './days';

export type First = 'best' | 'good' | 'wrong' | 'shown'; // shown: the answer was looked at instead
export interface Result {
  first: First;
  solved: boolean; // found by oneself, at whichever try
  at: number; // seconds
}
/** Of one game: results by puzzle, and what became of days' puzzles; an answer that was looked at is no solution of that day. */
export interface Results {
  puzzles: Record<string, Result>;
  days: Record<string, 'solved' | 'shown'>;
}
export type AllResults = Record<string, Results>; // by game
export const NONE: Results = { puzzles: {}, days: {} };

export const isRight = (first: First): boolean => first === 'best' || first === 'good';

/** With what has just become of a puzzle, which may be the day's. */
export function noted(results: Results, id: string, now: First, at: number, day: string | null): Results {
  const before = results.puzzles[id];
  const solved = isRight(now) && before?.first !== 'shown';
  const puzzles = {
    ...results.puzzles,
    [id]: before ? { ...before, solved: before.solved || solved } : { first: now, solved, at },
  };
  const told = day === null ? null : isRight(now) ? 'solved' : now === 'shown' ? 'shown' : null;
  const days = day !== null && told && !(day in results.days) ? { ...results.days, [day]: told } : results.days;
  return { puzzles, days } as Results;
}

export const solvedDays = (results: Results): string[] =>
  Object.keys(results.days).filter((day) => results.days[day] === 'solved');

export interface Score {
  tried: number;
  right: number; // at the first try
  row: number; // in a row by now
  longest: number;
  club: number; // how many of those tried a club bot would have got right
}

/** First tries in figures, beside what bots of the middle level made of the same puzzles. */
export function scoreOf(results: Results, missed: Map<string, number>): Score {
  const tried = Object.entries(results.puzzles).sort(([, a], [, b]) => a.at - b.at);
  let [row, longest] = [0, 0];
  for (const [, { first }] of tried) {
    row = isRight(first) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  const known = tried.filter(([id]) => missed.has(id));
  return {
    tried: known.length,
    right: known.filter(([, { first }]) => isRight(first)).length,
    row,
    longest,
    club: known.reduce((sum, [id]) => sum + 1 - missed.get(id)!, 0),
  };
}

/** Both together: of a puzzle that both know the earlier try counts, a day is solved that was solved in either. */
export function together(one: AllResults, other: AllResults): AllResults {
  const games = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    games.map((game) => {
      const [a, b] = [one[game] ?? NONE, other[game] ?? NONE];
      const puzzles = { ...a.puzzles };
      for (const [id, result] of Object.entries(b.puzzles)) {
        const mine = puzzles[id];
        if (!mine) puzzles[id] = result;
        else puzzles[id] = { ...(result.at < mine.at ? result : mine), solved: mine.solved || result.solved };
      }
      const days = { ...b.days, ...a.days };
      for (const [day, told] of Object.entries(b.days)) if (told === 'solved') days[day] = told;
      return [game, { puzzles, days }];
    }),
  );
}

/** How many puzzles were tried in all games. */
export const countOf = (all: AllResults): number =>
  Object.values(all).reduce((sum, { puzzles }) => sum + Object.keys(puzzles).length, 0);

// ---------------------------------------------------------------- as they are kept

const [MOST_GAMES, MOST] = [50, 5000];
const FIRST: readonly unknown[] = ['best', 'good', 'wrong', 'shown'] satisfies First[];
type Shape = Record<string, unknown>;
const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length <= MOST;

const isResult = (value: unknown): value is Result =>
  isShape(value) && FIRST.includes(value.first) && typeof value.solved === 'boolean' && Number.isFinite(value.at);
const isResults = (value: unknown): value is Results =>
  isShape(value) &&
  isShape(value.puzzles) &&
  isShape(value.days) &&
  Object.entries(value.puzzles).every(([id, result]) => /^[\w-]{1,40}$/.test(id) && isResult(result)) &&
  Object.entries(value.days).every(([day, told]) => isDay(day) && (told === 'solved' || told === 'shown'));

/** Results that were kept or saved, and nothing else that may stand there; nothing if any is not as expected. */
export function resultsIn(value: unknown): AllResults | null {
  if (!isShape(value) || Object.keys(value).length > MOST_GAMES) return null;
  const games = Object.entries(value);
  if (!games.every(([game, results]) => /^[a-z]\w{0,19}$/.test(game) && isResults(results))) return null;
  return Object.fromEntries(
    games.map(([game, results]) => {
      const { puzzles, days } = results as Results;
      const bare = Object.entries(puzzles).map(([id, { first, solved, at }]) => [id, { first, solved, at }]);
      return [game, { puzzles: Object.fromEntries(bare), days: { ...days } }];
    }),
  );
}
