/** How each of my games stands, and in which order a list shows them. */

import type { Shapes } from '../lib/api';
import type { MyTable } from '../lib/mine';
import { askedOf } from '../lib/requests';

export type Brief = Shapes['Brief'];
/** Somebody waits for my answer; it is my turn; I have left; others decide; my seat is in another browser; people are awaited before
    the start; it is over; nothing is known yet. */
export type Standing = 'asked' | 'turn' | 'left' | 'others' | 'elsewhere' | 'open' | 'over' | 'unknown';

export interface MyGame {
  entry: MyTable;
  brief: Brief | null;
  standing: Standing;
}

/** The seats of mine that I have left. */
export const leftOf = (entry: MyTable, brief: Brief): number[] =>
  entry.chairs.filter((seat) => brief.left === seat || (brief.seats[seat]?.away && entry.chairs.length > 1));

/** What others ask me for there. */
export const askedThere = (entry: MyTable, brief: Brief): Brief['proposals'] =>
  askedOf(brief.proposals, entry.chairs.length > 1 ? entry.chairs : [brief.you ?? brief.left]);

export function standingOf(entry: MyTable, brief: Brief | null): Standing {
  if (brief && askedThere(entry, brief).length > 0) return 'asked';
  if (entry.over || brief?.status === 'over') return 'over';
  if (brief === null) return 'unknown';
  if (brief.status === 'open') return 'open';
  if (leftOf(entry, brief).length > 0) return 'left';
  if (brief.you === null && brief.left === null) return 'elsewhere';
  const { to_move } = brief;
  const mine = entry.chairs.length > 1 ? entry.chairs : [brief.you];
  return to_move !== null && mine.includes(to_move) ? 'turn' : 'others';
}

const RANK: Record<Standing, number> = {
  asked: 0,
  turn: 0,
  left: 1,
  others: 2,
  elsewhere: 2,
  unknown: 2,
  open: 2,
  over: 3,
};
const moved = ({ entry, brief }: MyGame): number => brief?.moved_at ?? entry.at;

/** Where I am awaited first, and there whoever has waited longest; finished games last. */
export const inOrder = (games: MyGame[]): MyGame[] =>
  [...games].sort(
    (a, b) =>
      RANK[a.standing] - RANK[b.standing] ||
      (RANK[a.standing] === 0 ? moved(a) - moved(b) : moved(b) - moved(a)) ||
      a.entry.table.localeCompare(b.entry.table),
  );
