/** A puzzle as the server has it, and what is said of a turn that was tried. */

import type { Shapes } from '../lib/api';
import type { First } from './results';

export type PuzzleList = Shapes['PuzzleList'];
export type Puzzle = Shapes['Puzzle'];
export type Tried = Shapes['PuzzlePosition'];
export type Verdict = Tried['told'];

/** As it is told: `best` and `good` solve the puzzle, `played` is what is mostly played instead, `other` was never judged. */
export type Told = 'on' | 'best' | 'good' | 'played' | 'worse' | 'other';
const CLOSE = 0.01; // of a win: as good as the best

const PLAYED = 1; // among the lines that were judged

export function toldOf({ verdict, cost, line }: Verdict): Told {
  if (verdict === 'right') return 'best';
  if (verdict !== 'worse') return verdict;
  if (cost < CLOSE) return 'good';
  return line === PLAYED ? 'played' : 'worse';
}

export const firstOf = (told: Told): First | null =>
  told === 'on' ? null : told === 'best' || told === 'good' ? told : 'wrong';

/** By what the seats are called: mine, and the others in turn from me. */
export const namesOf = (players: number, seat: number, me: string, other: (n: number) => string): string[] =>
  Array.from({ length: players }, (_, k) => (k === seat ? me : other((k - seat + players) % players)));
