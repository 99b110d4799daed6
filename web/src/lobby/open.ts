/** Opening a table, seating everybody this device plays for, and starting it where nobody else is awaited. */

import { takeGame } from '../games';
import { type GameView, type Opened, type OpenTable, TableApi, type TableView } from '../lib/api';
import { type Pace, PACES } from '../lib/duration';
import { learnSeats } from '../lib/drawnSeats';
import { openOnce, sitDown, untilAnswered } from '../lib/keys';
import { botName, nameOf, USUAL } from '../lib/levels';
import { heldHere, keepTable, myName, myTable } from '../lib/mine';
import { route } from '../lib/route.svelte';
import { m } from '../lib/words';

export type Chair = { kind: 'me' | 'here' | 'bot' | 'open'; name: string; bot: string };

/** Tables this page has just opened: whoever did so is at the device, and need not be asked who they are. */
export const justOpened = new Set<string>();

/** How a table is run. */
export interface Setting {
  pace?: Pace;
  seating?: 'given' | 'random';
  auto_start?: boolean;
  watchers_chat?: boolean;
  hints?: boolean;
  box?: string | null; // the hash of another box than the game's own
}

/** How many can play a game; two to four until the server has said it. */
export const playersOf = (games: GameView[] | null, which: string): number[] =>
  (
    games?.find((entry) => entry.game === which)?.options.find((option) => option.name === 'players')?.values ?? [
      2, 3, 4,
    ]
  ).map(Number);

/** What somebody without a name is called. */
export const guestName = (seat: number): string => m.guest({ n: seat + 1 });

/** Whatever may be left to chance is, unless something else was chosen. */
export const byChance = (options: GameView['options'], players: number): Record<string, string> =>
  Object.fromEntries(
    options
      .filter(({ values, seat }) => values.includes('random') && (seat ?? 0) < players)
      .map(({ name }) => [name, 'random']),
  );

/** A deal that is known beforehand is a lesson: its second seat is played by the page, not by the device's owner. */
export async function open(
  game: string,
  chairs: Chair[],
  options: Record<string, number | string>,
  listed: boolean,
  seed: number | null = null,
  {
    pace = PACES[0],
    seating = 'random',
    auto_start = false,
    watchers_chat = false,
    hints = true,
    box = null,
  }: Setting = {},
): Promise<void> {
  void Promise.resolve(takeGame(game)).catch(() => undefined); // on its way while the table is laid
  const here = location.pathname;
  const stays = (): boolean => location.pathname === here; // whoever has gone elsewhere does not wait for it
  const asked = {
    game,
    options,
    listed,
    seed,
    pace,
    seating: seed === null ? seating : 'given',
    auto_start,
    watchers_chat,
    hints,
    box,
    seats: seatsAsked(chairs),
  } as OpenTable; // a game and options that the server has named
  await settle(await openOnce(asked, stays), chairs, seed !== null, stays);
}

/** The seats of a new table, as they are asked for. */
export const seatsAsked = (chairs: Chair[]): OpenTable['seats'] =>
  chairs.map(({ kind, name, bot }) =>
    kind === 'bot'
      ? { kind: 'bot', bot, name: name || null }
      : kind === 'open'
        ? { kind: 'open' }
        : { kind: 'human', name: name || null },
  );

/** Sit down at a new table in every seat this device plays for, start it where nobody else is awaited, and go there. */
export async function settle(
  { view, invites }: Opened,
  chairs: Chair[],
  lesson: boolean,
  stays: () => boolean,
): Promise<void> {
  const held = chairs.flatMap((chair, seat) => (chair.kind === 'me' || chair.kind === 'here' ? [seat] : []));
  for (const { seat, invite } of invites)
    await sitDown(new TableApi(view.table, seat), { invite, name: chairs[seat].name || null, seat }, stays);
  keepTable({
    table: view.table,
    game: view.game,
    names: chairs.map((chair) => chair.name),
    at: Date.now() / 1000,
    chairs: lesson ? held.slice(0, 1) : held,
    also: lesson ? held.slice(1) : [],
    over: false,
    lesson,
  });
  justOpened.add(view.table);
  // Where that fails, the waiting room has a button for it.
  if (chairs.every((chair) => chair.kind !== 'open')) {
    await new TableApi(view.table).start().catch(() => undefined);
    await learnSeats(view.table).catch(() => undefined);
  }
  if (stays()) route.go(`/table/${view.table}`);
}

/** The same people and bots once more, or where somebody has asked for it already: everybody who plays at this device sits down there. */
export async function playAgain(view: TableView): Promise<void> {
  const here = location.pathname;
  const stays = (): boolean => location.pathname === here;
  const held = heldHere(view.table);
  const chairs: number[] = [];
  let next = view;
  for (const { chair } of held.length ? held : [{ chair: null }]) {
    next = await untilAnswered(() => new TableApi(view.table, chair).again(), stays);
    if (next.you !== null) chairs.push(next.you);
  }
  const { table, game, moved_at, status, seats } = next;
  const names = seats.map(nameOf);
  if (!myTable(table)) {
    keepTable({ table, game, names, at: moved_at, chairs, over: false });
    justOpened.add(table);
  }
  // Where that fails, somebody else was quicker, or the waiting room has a button for it.
  if (status === 'open' && seats.every(({ taken }) => taken)) await new TableApi(table).start().catch(() => undefined);
  if (stays()) route.go(`/table/${table}`);
}

/** The game one has watched or learned: the same options, me in the first seat, bots in all others. */
export const playYourself = (view: TableView): Promise<void> =>
  open(
    view.game,
    view.seats.map(({ seat }): Chair =>
      seat === 0
        ? { kind: 'me', name: myName() || guestName(0), bot: '' }
        : { kind: 'bot', name: botName(seat, view.seats.length - 1), bot: USUAL },
    ),
    view.options,
    false,
  );
