/** Which controls each seat has, for whom. */

import { describe, expect, test } from 'vitest';
import type { DigestEntry, SeatView } from '../src/lib/api';
import { aloneWithBots, entryOf, redoOf, waysOf } from '../src/table/seating';

const seat = (given: Partial<SeatView>): SeatView => ({
  seat: 1,
  kind: 'human',
  name: 'Bo',
  bot: null,
  taken: true,
  away: false,
  lapsed: false,
  stands_in_for: null,
  time_left: null,
  away_until: null,
  ...given,
});
const SEATS = {
  guest: seat({}),
  open: seat({ kind: 'open', taken: false }),
  kept: seat({ taken: false }),
  bot: seat({ kind: 'bot', bot: 'club' }),
  left: seat({ away: true, taken: false }),
  keptWarm: seat({ kind: 'bot', bot: 'club', away: true }),
};
type View = Parameters<typeof waysOf>[0];
const view = (given: Partial<View>): View => ({
  status: 'open',
  host: false,
  you: null,
  seats: [],
  to_move: null,
  deadline: null,
  since: 0,
  pace: { kind: 'none', amount: 0, increment: 0 },
  ...given,
});
const may = (given: Partial<View>, which: keyof typeof SEATS, now = 0): string =>
  Object.entries(waysOf(view(given), SEATS[which], now))
    .filter(([, open]) => open)
    .map(([way]) => way)
    .join(' ');

describe('before the start', () => {
  test.each([
    ['guest', 'remove'],
    ['open', 'invite bot'],
    ['kept', 'invite open bot'],
    ['bot', 'invite open'],
  ] as const)('a host, at the seat of: %s', (which, ways) => {
    expect(may({ host: true, you: 0 }, which)).toBe(ways);
  });
  test.each([
    ['guest', ''],
    ['open', 'join'],
    ['kept', ''],
    ['bot', ''],
  ] as const)('a visitor, at the seat of: %s', (which, ways) => {
    expect(may({}, which)).toBe(ways);
  });
  test('a guest has no say over others, and one place is enough', () => {
    for (const which of ['guest', 'open', 'kept', 'bot'] as const) expect(may({ you: 2 }, which)).toBe('');
  });
  test('one does not remove oneself', () => expect(may({ host: true, you: 1 }, 'guest')).toBe(''));
});

describe('in a running game', () => {
  const running = { status: 'running', you: 0 } as const;
  test.each([
    ['guest', ''],
    ['bot', 'change'],
    ['left', 'bot'],
    ['keptWarm', 'change'],
  ] as const)('a player, at the seat of: %s', (which, ways) => {
    expect(may(running, which)).toBe(ways);
  });
  test.each([
    ['guest', ''],
    ['bot', 'change'],
    ['left', 'invite bot'],
    ['keptWarm', 'invite change'],
  ] as const)('the host, at the seat of: %s', (which, ways) => {
    expect(may({ ...running, host: true }, which)).toBe(ways);
  });
  test('a spectator has no say', () => {
    for (const which of ['guest', 'bot', 'left', 'keptWarm'] as const)
      expect(may({ status: 'running' }, which)).toBe('');
  });
  test('a sleeper is replaced once the days have run out', () => {
    const late = { ...running, to_move: 1, deadline: 100, pace: { kind: 'days', amount: 1, increment: 0 } } as const;
    expect([
      may(late, 'guest', 99),
      may(late, 'guest', 101),
      may({ ...late, pace: { kind: 'soft', amount: 1, increment: 0 } }, 'guest', 101),
    ]).toEqual(['', 'bot', '']);
  });
  test('without a clock a seat goes to a bot after two days of waiting for somebody who is not here', () => {
    const waits = view({ ...running, to_move: 1, since: 1000 });
    const bot = (now: number, here: boolean, since: number | null) =>
      waysOf(waits, SEATS.guest, now, [{ seat: 1, here, since }]).bot;
    const days = 2 * 86_400;
    expect([bot(999 + days, false, 0), bot(1000 + days, false, 0), bot(1000 + days, false, null)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([bot(1000 + days, true, null), bot(1000 + days, false, 1001), waysOf(waits, SEATS.guest, 1e9).bot]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

test('a move taken back can be made again until something else is played', () => {
  const made = (seat: number, move: string): DigestEntry => ({
    ply: 0,
    seat,
    bot: false,
    at: 0,
    move,
    back_to: null,
    changes: [],
  });
  const back = (seat: number, back_to: number): DigestEntry => ({ ...made(seat, ''), move: null, back_to });
  const turn = [made(0, 'a'), made(0, 'b'), made(0, 'c')];
  expect(redoOf(turn, 0)).toBe(null);
  expect(redoOf([...turn, back(0, 2)], 0)).toBe('c');
  expect(redoOf([...turn, back(0, 2), back(0, 1)], 0)).toBe('b');
  expect(redoOf([...turn, back(0, 2), back(0, 1), made(0, 'b')], 0)).toBe('c');
  expect(redoOf([...turn, back(0, 0), made(0, 'x')], 0)).toBe(null);
  expect(redoOf([...turn, made(1, 'd'), back(0, 1)], 0)).toBe('b');
  expect(redoOf([...turn, back(0, 2)], 1)).toBe(null); // another's
  expect(redoOf([...turn, back(0, 2)], null)).toBe(null);
  const again = [...turn, back(0, 1), made(1, 'd'), made(0, 'e')];
  expect([0, 1, 2, 3].map((moves) => entryOf(again, moves)?.move)).toEqual(['a', 'd', 'e', undefined]);
});

test('only where all others are bots of nobody one goes back without asking', () => {
  const at = (kind: 'human' | 'bot', away = false) => ({ kind, away }) as SeatView;
  const alone = (...others: SeatView[]) =>
    aloneWithBots({ you: 0, seats: [at('human'), ...others].map((seat, k) => ({ ...seat, seat: k })) });
  expect(alone(at('bot'), at('bot'))).toBe(true);
  expect(alone(at('bot'), at('human'))).toBe(false);
  expect(alone(at('bot', true))).toBe(false); // somebody's, who has left
  expect(aloneWithBots({ you: null, seats: [] })).toBe(false);
});
