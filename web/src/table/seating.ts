/** What whoever looks at a table may do about its seats; the server decides the same. */

import type { DigestEntry, SeatView, TableView } from '../lib/api';

export interface Ways {
  join: boolean; // sit down by the link
  remove: boolean; // a guest, before the start
  invite: boolean;
  open: boolean; // for anybody with the link
  bot: boolean; // where nobody plays
  change: boolean; // another bot
}
type Seen = Pick<TableView, 'status' | 'host' | 'you' | 'seats' | 'to_move' | 'deadline' | 'pace'>;

/** Whether a seat's person has let the days of the pace run out. */
export const overdue = (view: Seen, seat: number, now: number): boolean =>
  view.pace.kind === 'days' && view.to_move === seat && view.deadline !== null && now > view.deadline;

export function waysOf(view: Seen, seat: SeatView, now: number): Ways {
  const mine = seat.seat === view.you;
  if (view.status === 'open') {
    const guest = seat.taken && seat.kind === 'human' && !mine;
    return {
      join: seat.kind === 'open' && view.you === null,
      remove: view.host && guest,
      invite: view.host && !guest && !mine,
      open: view.host && !guest && !mine && seat.kind !== 'open',
      bot: view.host && !seat.taken,
      change: false,
    };
  }
  const at = view.status === 'running' && view.you !== null && !mine;
  const gone = seat.kind === 'human' && (seat.away || overdue(view, seat.seat, now));
  return {
    join: false,
    remove: false,
    invite: at && view.host && (seat.away || gone),
    open: false,
    bot: at && gone,
    change: at && seat.kind === 'bot',
  };
}

/** How many moves would remain without my last one and all that followed it; nothing where I have made none. */
export function beforeMyLast(log: DigestEntry[], seat: number): number | null {
  const line: number[] = [];
  for (const entry of log) {
    if (entry.move === null) line.length = entry.back_to ?? line.length;
    else line.push(entry.seat);
  }
  const last = line.lastIndexOf(seat);
  return last < 0 ? null : last;
}
