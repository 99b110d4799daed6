/** What happened since my last turn: first what touched me, then what everybody did. */

import type { DigestEntry } from '../lib/api';
import type { Message } from '../lib/words';

export interface Line {
  key: string;
  change: Message;
  cause: Message | null; // the move by which it came, where the change is not the move itself
  mine: boolean; // it touched me
}

/** The entries whose moves still stand, and those that say what was taken back. */
function standing(log: DigestEntry[]): DigestEntry[] {
  const line: DigestEntry[] = [];
  const back: DigestEntry[] = [];
  for (const entry of log)
    if (entry.move === null) {
      line.length = entry.back_to ?? line.length;
      back.push(entry);
    } else line.push(entry);
  return [...line, ...back].sort((a, b) => a.ply - b.ply);
}

const touches = ({ id, args }: Message, you: number): boolean =>
  (args.who === you || args.whom === you) && !id.endsWith('_log_turn');

export function digestOf(log: DigestEntry[], since: number, you: number): Line[] {
  const news = standing(log).filter(({ ply, seat }) => ply >= since && seat !== you);
  const lines = (entry: DigestEntry, mine: boolean): Line[] => {
    const changes = entry.changes as Message[];
    const told = mine ? changes.filter((change) => touches(change, you)) : changes.slice(0, 1);
    return told.map((change) => {
      const cause = change === changes[0] ? null : changes[0];
      return { key: `${mine} ${entry.ply} ${changes.indexOf(change)}`, change, cause, mine };
    });
  };
  return [true, false].flatMap((mine) => news.flatMap((entry) => lines(entry, mine)));
}

/** Where a sentence ends: in which row, and how far from its beginning. */
interface End {
  row: number;
  at: number;
}

/** How many of these sentences stand whole in so many rows, with room for a word of those that do not; at least the first. */
export function thatFit(ends: End[], { rows, width, more }: { rows: number; width: number; more: number }): number {
  const stands = ({ row, at }: End, k: number): boolean =>
    row < rows - 1 || (row === rows - 1 && (k === ends.length - 1 || at + more <= width));
  return Math.max(1, ends.findLastIndex(stands) + 1);
}
