/** What this browser notes of a review: a few figures for each seat, as "My progress" shows them. */

import type { ReviewNote } from './mine';

/** As much of a review as is noted: `src/sampan/review/shape.py` has the whole of it. */
export interface Reviewed {
  turns: { seat: number; verdict: string; best_deed: string }[];
  sheets: { accuracy: number; luck: number; mistakes: Record<string, number> }[];
}

const ERRORS = ['inaccuracy', 'mistake', 'blunder'];

/** The notes on every seat; the kind of a mistake is what should have been done instead. */
export function notesOf({ turns, sheets }: Reviewed): Record<number, ReviewNote> {
  const notes: Record<number, ReviewNote> = {};
  sheets.forEach(({ accuracy, luck, mistakes }, seat) => {
    const kinds: Record<string, number> = {};
    for (const turn of turns)
      if (turn.seat === seat && turn.best_deed && ERRORS.includes(turn.verdict))
        kinds[turn.best_deed] = (kinds[turn.best_deed] ?? 0) + 1;
    notes[seat] = { accuracy, luck, mistakes, kinds };
  });
  return notes;
}
