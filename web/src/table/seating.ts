/** What whoever looks at a table may do about its seats; the server decides the same. */

import type { DigestEntry, SeatView, TableView } from '../lib/api';
import type { Here } from '../lib/connection.svelte';

export interface Ways {
  join: boolean; // sit down by the link
  remove: boolean; // a guest, before the start
  invite: boolean;
  open: boolean; // for anybody with the link
  bot: boolean; // where nobody plays
  change: boolean; // another bot
}
type Seen = Pick<TableView, 'status' | 'host' | 'you' | 'seats' | 'to_move' | 'deadline' | 'pace' | 'since'>;
const TWO_DAYS = 2 * 86_400; // seconds

/** Whether a seat's person has let their time run out. */
export const overdue = (view: Seen, seat: number, now: number): boolean =>
  !['none', 'soft'].includes(view.pace.kind) && view.to_move === seat && view.deadline !== null && now > view.deadline;

/** Whether, where no clock says so, a seat's person has kept everybody waiting for two days without being here. */
export function longGone(view: Seen, seat: SeatView, here: Here[], now: number): boolean {
  if (!['none', 'soft'].includes(view.pace.kind) || view.to_move !== seat.seat) return false;
  const person = here.find((one) => one.seat === seat.seat);
  const seen = Math.max(view.since, person?.since ?? 0, seat.away_until ?? 0);
  return person !== undefined && !person.here && now - seen >= TWO_DAYS;
}

export function waysOf(view: Seen, seat: SeatView, now: number, here: Here[] = []): Ways {
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
  const gone = seat.kind === 'human' && (seat.away || overdue(view, seat.seat, now) || longGone(view, seat, here, now));
  return {
    join: false,
    remove: false,
    invite: at && view.host && (seat.away || gone),
    open: false,
    bot: at && gone,
    change: at && seat.kind === 'bot',
  };
}

/** The entry of the log that made the move after so many others, of those that still count. */
export function entryOf(log: DigestEntry[], moves: number): DigestEntry | null {
  const line: DigestEntry[] = [];
  for (const entry of log) {
    if (entry.move === null) line.splice(entry.back_to ?? line.length);
    else line.push(entry);
  }
  return line[moves] ?? null;
}

/** The next of my moves that I took back and have played nothing else instead of; its text. */
export function redoOf(log: DigestEntry[], seat: number | null): string | null {
  type Made = { seat: number; move: string };
  const line: Made[] = [];
  let taken: Made[] = []; // what could be played again, in order
  for (const { seat: by, move, back_to } of log) {
    if (move === null) taken = [...line.splice(back_to ?? line.length), ...taken];
    else {
      taken = taken[0]?.move === move && taken[0].seat === by ? taken.slice(1) : [];
      line.push({ seat: by, move });
    }
  }
  return taken.length > 0 && taken[0].seat === seat ? taken[0].move : null;
}

/** Whether nobody but me plays here: what bots have played may go back without asking. */
export const aloneWithBots = (view: Pick<TableView, 'you' | 'seats'>): boolean =>
  view.you !== null && view.seats.every(({ seat, kind, away }) => seat === view.you || (kind === 'bot' && !away));
