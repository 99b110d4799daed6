/** What a review has to tell: the moments that mattered, curves of chances, and what a tried turn is worth. */

import type { Shapes } from '../lib/api';
import type { Reason } from '../lib/reasons';

export type GameReview = Shapes['GameReview'];
export type Turn = Shapes['ReviewedTurn'];
export type Line = Shapes['ReviewedLine'];
export type Sheet = Shapes['ReviewSheet'];

const ERRORS = ['inaccuracy', 'mistake', 'blunder'];
export const MOST = 12; // moments that are told
const REASONS = 3;

export const isError = (turn: Turn): boolean => ERRORS.includes(turn.verdict);
const byCost = (a: Turn, b: Turn): number => b.cost - a.cost || a.first - b.first;

/** The mistakes that cost most, of everybody or of one seat, in the order of the game. */
export const moments = (review: GameReview, seat: number | null = null, most = MOST): Turn[] =>
  review.turns
    .filter((turn) => isError(turn) && (seat === null || turn.seat === seat))
    .sort(byCost)
    .slice(0, most)
    .sort((a, b) => a.first - b.first);

/** Where the better turn's points come from, or what it costs the others: what it brings before what it gives up. */
export const reasonsOf = (turn: Turn): Reason[] =>
  Object.entries(turn.reasons ?? {})
    .map(([source, points]) => ({ source, points }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, REASONS)
    .sort((a, b) => Number(a.points < 0) - Number(b.points < 0));

const ASIDE = 'aside';

/** The moves without which the turn is the better one, each named once; none where more would have to change. */
export function needless(turn: Turn): Line | null {
  if (turn.best_deed !== ASIDE) return null;
  const { moves, says } = turn.played;
  const rest = [...turn.best.moves];
  const places: number[] = [];
  moves.forEach((move, place) => {
    if (move === rest[0]) rest.shift();
    else if (!places.some((one) => moves[one] === move)) places.push(place);
  });
  return { ...turn.best, moves: places.map((place) => moves[place]), says: places.map((place) => says[place]) };
}

const FAR = 0.1; // between the chance that a player could know and the one with all hands known, for both to be told

/** What the played turn came to with all hands known, where that is far from what its player could know. */
export function known(turn: Turn): number | null {
  if (!turn.win_after.length) return null;
  const share = turn.win_after[turn.seat] - turn.luck[turn.seat];
  return Math.abs(share - turn.played.win) >= FAR ? share : null;
}

/** One seat's chances as the corners of a line; the game goes from left to right, certain victory is on top. */
export const corners = (review: GameReview, seat: number): [number, number][] =>
  review.chances.map(({ at, win }) => [at / Math.max(1, review.plies), 1 - win[seat]]);

/** The turn that begins at this many moves, or in whose middle that is. */
export const turnAt = (review: GameReview, at: number): Turn | null =>
  review.turns.find(({ first, last }) => first <= at && at < last) ?? null;

/** The next beginning of a turn, forward or backward; the end of the game is one, too. */
export function stepped(review: GameReview, at: number, by: 1 | -1): number {
  const stops = review.chances.map((chance) => chance.at);
  const found = by > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
  return found ?? at;
}

/** What adds up to the result, in percent points. */
export const SUMS = ['start', 'luck', 'decisions', 'rivals', 'remainder'] as const;

export interface PointsRow {
  source: string | null; // null: all of them
  scored: number;
  possible: number | null; // never added up: what one mistake cost the next often costs again
}

/** A sheet's points by source, what brought most first, and their sum. */
export function pointsOf({ points, possible }: Sheet): PointsRow[] {
  const sources = [...new Set([...Object.keys(points), ...Object.keys(possible)])];
  const rows = sources.map((source) => ({ source, scored: points[source] ?? 0, possible: possible[source] ?? 0 }));
  rows.sort((a, b) => b.scored - a.scored);
  return [...rows, { source: null, scored: rows.reduce((sum, { scored }) => sum + scored, 0), possible: null }];
}

// ---------------------------------------------------------------- learning

/** Whether all of these moves are in a line, in whatever order: exchanges may be made sooner or later. */
export function within(tried: string[], line: string[]): boolean {
  const left = [...line];
  return tried.every((move) => {
    const place = left.indexOf(move);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
const same = (tried: string[], line: string[]): boolean => tried.length === line.length && within(tried, line);

export type Told = 'on' | 'right' | 'good' | 'played' | 'worse';
const CLOSE = 0.01; // of a win

/** What is to be said of the moves tried so far, in the place of a turn that was a mistake. */
export function judged(turn: Turn, tried: string[]): Told {
  if (same(tried, turn.best.moves)) return 'right';
  if (same(tried, turn.played.moves)) return 'played';
  const other = turn.others.find((line) => same(tried, line.moves));
  if (other) return turn.best.win - other.win <= Math.max(CLOSE, 2 * turn.error) ? 'good' : 'worse';
  return [turn.best, turn.played, ...turn.others].some((line) => within(tried, line.moves)) ? 'on' : 'worse';
}
