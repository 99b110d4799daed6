/** Which controls each seat has, for whom. */

import { describe, expect, test } from 'vitest';
import type { DigestEntry, SeatView } from '../src/lib/api';
import { beforeMyLast, waysOf } from '../src/table/seating';

const seat = (given: Partial<SeatView>): SeatView => ({
  seat: 1,
  kind: 'human',
  name: 'Bo',
  bot: null,
  taken: true,
  away: false,
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
  pace: { kind: 'none', amount: 0 },
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
    const late = { ...running, to_move: 1, deadline: 100, pace: { kind: 'days', amount: 1 } } as const;
    expect([
      may(late, 'guest', 99),
      may(late, 'guest', 101),
      may({ ...late, pace: { kind: 'soft', amount: 1 } }, 'guest', 101),
    ]).toEqual(['', 'bot', '']);
  });
});

test('my last move is found behind all that followed it, after everything that was taken back', () => {
  const entry = (at: number, back_to: number | null = null): DigestEntry => ({
    ply: 0,
    seat: at,
    bot: false,
    at: 0,
    move: back_to === null ? 'x' : null,
    back_to,
    changes: [],
  });
  expect(beforeMyLast([entry(0), entry(0), entry(1), entry(1)], 0)).toBe(1);
  expect(beforeMyLast([entry(0), entry(0), entry(1), entry(0, 1), entry(1)], 0)).toBe(0);
  expect(beforeMyLast([entry(1)], 0)).toBe(null);
});
