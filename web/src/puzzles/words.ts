/** What is said of puzzles. */

import { levelName } from '../lib/levels';
import { chance, percent } from '../lib/numbers';
import { capital, known, m, word } from '../lib/words';
import type { Listed } from './choice';
import type { Told } from './puzzle';
import type { Result } from './results';

const LEVELS = [() => m.puzzle_level_1(), () => m.puzzle_level_2(), () => m.puzzle_level_3()];
export const levelWords = (level: number): string => LEVELS[level - 1]?.() ?? String(level);

/** A kind has its name among the game's sentences. */
export function kindWords(game: string, kind: string): string {
  const id = `${game}_puzzle_${kind}`;
  return known(id) ? word(id) : capital(kind.replaceAll('_', ' '));
}

/** What a turn costs: whole percents, where that says anything. */
export const costWords = (cost: number): string => (cost < 0.01 ? percent(cost) : chance(cost));

export function toldWords(told: Told, cost: number): string {
  const less = costWords(cost);
  const said: Record<Told, () => string> = {
    on: () => m.review_learn_on(),
    best: () => m.puzzle_right(),
    good: () => m.puzzle_good({ less }),
    played: () => m.puzzle_played({ less }),
    worse: () => m.puzzle_worse({ less }),
    other: () => m.review_learn_worse(),
  };
  return said[told]();
}

/** How often bots missed it. */
export const missedWords = ({ missed }: Pick<Listed, 'missed'>): string =>
  Object.entries(missed)
    .map(([level, share]) => `${levelName(level)} ${chance(share)}`)
    .join(', ');

export type State = 'new' | 'first' | 'solved' | 'wrong' | 'shown';
export function stateOf(result: Result | undefined): State {
  if (!result) return 'new';
  if (result.first === 'shown') return 'shown';
  if (result.first !== 'wrong') return 'first';
  return result.solved ? 'solved' : 'wrong';
}
const STATES: Record<State, () => string> = {
  new: () => m.puzzle_state_new(),
  first: () => m.puzzle_state_first(),
  solved: () => m.puzzle_state_solved(),
  wrong: () => m.puzzle_state_wrong(),
  shown: () => m.puzzle_state_shown(),
};
export const stateWords = (state: State): string => STATES[state]();
