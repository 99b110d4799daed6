/** Opening a table, seating everybody this device plays for, and starting it where nobody else is awaited. */

import { takeGame } from '../games';
import { type OpenTable, TableApi, type TableView } from '../lib/api';
import { openOnce, sitDown } from '../lib/keys';
import { LEVELS } from '../lib/levels';
import { keepTable, myName } from '../lib/mine';
import { route } from '../lib/route.svelte';

export type Chair = { kind: 'me' | 'here' | 'bot' | 'open'; name: string; bot: string };

/** Tables this page has just opened: whoever did so is at the device, and need not be asked who they are. */
export const justOpened = new Set<string>();

/** A deal that is known beforehand is a lesson: its second seat is played by the page, not by the device's owner. */
export async function open(
  game: string,
  chairs: Chair[],
  options: Record<string, number | string>,
  listed: boolean,
  seed: number | null = null,
): Promise<void> {
  void Promise.resolve(takeGame(game)).catch(() => undefined); // on its way while the table is laid
  const here = location.pathname;
  const stays = (): boolean => location.pathname === here; // whoever has gone elsewhere does not wait for it
  const asked = {
    game,
    options,
    listed,
    seed,
    pace: { kind: 'none', amount: 0 },
    seats: chairs.map(({ kind, name, bot }) =>
      kind === 'bot'
        ? { kind: 'bot', bot, name: name || null }
        : kind === 'open'
          ? { kind: 'open' }
          : { kind: 'human', name: name || null },
    ),
  } as OpenTable; // a game and options that the server has named
  const { view, invites } = await openOnce(asked, stays);
  const held = chairs.flatMap((chair, seat) => (chair.kind === 'me' || chair.kind === 'here' ? [seat] : []));
  for (const { seat, invite } of invites)
    await sitDown(new TableApi(view.table, seat), { invite, name: chairs[seat].name || null, seat }, stays);
  const lesson = seed !== null;
  keepTable({
    table: view.table,
    game,
    names: chairs.map((chair) => chair.name),
    at: Date.now() / 1000,
    chairs: lesson ? held.slice(0, 1) : held,
    also: lesson ? held.slice(1) : [],
    over: false,
    lesson,
  });
  justOpened.add(view.table);
  // Where that fails, the waiting room has a button for it.
  if (chairs.every((chair) => chair.kind !== 'open')) await new TableApi(view.table).start().catch(() => undefined);
  if (stays()) route.go(`/table/${view.table}`);
}

/** The same people and bots once more. */
export function playAgain(view: TableView): Promise<void> {
  const chairs = view.seats.map((seat): Chair => {
    if (seat.seat === view.you) return { kind: 'me', name: seat.name || myName(), bot: '' };
    return seat.kind === 'bot'
      ? { kind: 'bot', name: seat.name, bot: seat.bot ?? LEVELS[1] }
      : { kind: 'open', name: '', bot: '' };
  });
  return open(view.game, chairs, view.options, false);
}
