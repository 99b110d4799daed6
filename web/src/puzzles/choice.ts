/** Which puzzles somebody wants: of a kind, of a difficulty, and the next one of them. */

import type { Results } from './results';

export interface Listed {
  id: string;
  kind: string;
  level: number; // 1 easy to 3 hard
  missed: Record<string, number>; // by level of the bots: which share of them
  players: number;
}
export interface Wish {
  kind: string | null; // null: any
  level: number | null;
}

export const LEVELS = [1, 2, 3] as const;
export const ANY: Wish = { kind: null, level: null };

export const wished = (list: Listed[], { kind, level }: Wish): Listed[] =>
  list.filter((one) => (kind === null || one.kind === kind) && (level === null || one.level === level));

/** The kinds there are, in the order in which they come. */
export const kindsOf = (list: Listed[]): string[] => [...new Set(list.map(({ kind }) => kind))];

/** The next puzzle that has not been tried, from where one is and then from the beginning; else one that was not solved; else the next. */
export function nextOf(list: Listed[], wish: Wish, results: Results, from: string | null): string | null {
  const start = list.findIndex(({ id }) => id === from) + 1;
  const round = wished([...list.slice(start), ...list.slice(0, start)], wish).filter(({ id }) => id !== from);
  const found =
    round.find(({ id }) => !(id in results.puzzles)) ?? round.find(({ id }) => !results.puzzles[id].solved) ?? round[0];
  return found?.id ?? null;
}
