/** My finished games in figures: all of it from what this browser remembers, and nothing of it leaves the browser. */

import { LEVELS } from '../lib/levels';
import type { MyTable, ReviewNote } from '../lib/mine';

/** A finished game in which I had one seat: what several people play on one device says nothing about me. */
export interface Played {
  table: string;
  game: string;
  at: number; // seconds
  players: number;
  against: string; // the level of all bots, `people` where anybody else sat there, else `mixed`
  won: number; // my part of the victory, from 0 to 1
  beaten: number; // of those against me: 1 all, 0 nobody; as many points are half
  points: number;
  sources: Record<string, number> | null; // my points by where they came from
  review: ReviewNote | null;
}

export const PEOPLE = 'people';
export const MIXED = 'mixed';

function againstOf(bots: (string | null)[] | undefined, seat: number): string {
  if (!bots) return MIXED;
  const others = bots.filter((_, k) => k !== seat);
  if (others.includes(null)) return PEOPLE;
  return others.every((bot) => bot === others[0]) ? others[0]! : MIXED;
}

function playedOf(entry: MyTable): Played | null {
  const { result, chairs } = entry;
  if (!entry.over || !result || chairs.length !== 1 || (entry.also ?? []).length > 0 || !result.winners.length)
    return null;
  const [seat] = chairs;
  const { scores, winners } = result;
  if (seat >= scores.length) return null;
  const rivals = scores.filter((_, k) => k !== seat);
  const ahead = rivals.map((score) => (scores[seat] > score ? 1 : scores[seat] === score ? 0.5 : 0));
  return {
    table: entry.table,
    game: entry.game,
    at: entry.at,
    players: scores.length,
    against: againstOf(result.bots, seat),
    won: winners.includes(seat) ? 1 / winners.length : 0,
    beaten: ahead.reduce((sum: number, one) => sum + one, 0) / Math.max(1, rivals.length),
    points: scores[seat],
    sources: result.sheet?.[seat] ?? null,
    review: entry.reviews?.[seat] ?? null,
  };
}

/** My finished games, the oldest first. */
export const playedIn = (list: MyTable[]): Played[] =>
  list
    .map(playedOf)
    .filter((one) => one !== null)
    .sort((a, b) => a.at - b.at);

export interface Row {
  against: string;
  players: number;
  games: number;
  won: number;
  points: number; // mean
}

const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const rank = (against: string): number => {
  const level = (LEVELS as readonly string[]).indexOf(against);
  return level < 0 ? LEVELS.length : level;
};

/** Results by who sat against me and how many we were. */
export function byLevel(games: Played[]): Row[] {
  const groups = new Map<string, Played[]>();
  for (const one of games) {
    const key = `${one.against} ${one.players}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((those) => ({
      against: those[0].against,
      players: those[0].players,
      games: those.length,
      won: those.reduce((sum, { won }) => sum + won, 0),
      points: mean(those.map(({ points }) => points)),
    }))
    .sort((a, b) => rank(a.against) - rank(b.against) || a.players - b.players);
}

/** The sources of these games that gave any points, in the order of their game. */
export const sourcesOf = (games: Played[]): string[] => {
  const known = games.map(({ sources }) => sources).filter((sources) => sources !== null);
  const names = [...new Set(known.flatMap((sources) => Object.keys(sources)))];
  return names.filter((name) => known.some((sources) => sources[name]));
};

export interface Reviews {
  games: number;
  accuracy: number;
  luck: number;
  mistakes: Record<string, number>; // in a game, by how grave
  kinds: [string, number][]; // the most frequent ones first, over all games
}

/** What reviews said, over all games that were reviewed. */
export function reviewsOf(games: Played[]): Reviews | null {
  const notes = games.map(({ review }) => review).filter((review) => review !== null);
  if (!notes.length) return null;
  const summed = (pick: (note: ReviewNote) => Record<string, number>): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const note of notes)
      for (const [name, number] of Object.entries(pick(note))) sums[name] = (sums[name] ?? 0) + number;
    return sums;
  };
  const mistakes = summed((note) => note.mistakes);
  return {
    games: notes.length,
    accuracy: mean(notes.map(({ accuracy }) => accuracy)),
    luck: mean(notes.map(({ luck }) => luck)),
    mistakes: Object.fromEntries(Object.entries(mistakes).map(([name, number]) => [name, number / notes.length])),
    kinds: Object.entries(summed((note) => note.kinds))
      .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
      .slice(0, 5),
  };
}
