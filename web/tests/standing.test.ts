import { expect, test } from 'vitest';
import { ago } from '../src/lib/ago';
import type { MyTable } from '../src/lib/mine';
import { type Brief, inOrder, leftOf, standingOf } from '../src/lobby/standing';

const entry = (table: string, given: Partial<MyTable> = {}): MyTable => ({
  table,
  game: 'chess',
  names: ['Ann', 'Ben'],
  at: 100,
  chairs: [0],
  over: false,
  ...given,
});
const seat = (number: number, away = false) => ({
  seat: number,
  kind: 'human' as const,
  name: 'X',
  bot: null,
  taken: true,
  away,
  lapsed: false,
  stands_in_for: null,
  time_left: null,
  away_until: null,
});
const brief = (given: Partial<Brief> = {}): Brief =>
  ({
    status: 'running',
    you: 0,
    left: null,
    to_move: 0,
    moved_at: 100,
    seats: [seat(0), seat(1)],
    proposals: [],
    ...given,
  }) as Brief;

test('a game is mine to move, others to move, left, not begun, or over', () => {
  const mine = entry('a');
  expect(standingOf(mine, brief())).toBe('turn');
  expect(standingOf(mine, brief({ to_move: 1 }))).toBe('others');
  expect(standingOf(mine, brief({ status: 'open', to_move: null }))).toBe('open');
  expect(standingOf(mine, brief({ status: 'over', to_move: null }))).toBe('over');
  expect(standingOf(entry('a', { over: true }), null)).toBe('over');
  expect(standingOf(mine, null)).toBe('unknown');
  const left = brief({ you: null, left: 0, seats: [seat(0, true), seat(1)] });
  expect(standingOf(mine, left)).toBe('left');
  expect(standingOf(mine, brief({ you: null, left: 0 }))).toBe('left'); // a friend plays on until I am back
  // A seat that is somebody else's by now is neither mine to play nor to take back.
  expect(standingOf(mine, brief({ you: null }))).toBe('elsewhere');
  expect(standingOf(mine, { ...left, left: null })).toBe('elsewhere');
});

test('a device that is passed around plays for all its seats, and takes back each that was left', () => {
  const both = entry('a', { chairs: [0, 1] });
  expect(standingOf(both, brief({ to_move: 1 }))).toBe('turn');
  expect(leftOf(both, brief({ seats: [seat(0), seat(1, true)] }))).toEqual([1]);
});

test('a request that waits for my answer comes before anything else, also after the end', () => {
  const asked = [{ number: 1, kind: 'rematch', by: 1, waiting: [0] }] as unknown as Brief['proposals'];
  expect(standingOf(entry('a', { over: true }), brief({ status: 'over', to_move: null, proposals: asked }))).toBe(
    'asked',
  );
  expect(standingOf(entry('a', { chairs: [1] }), brief({ you: 1, to_move: 0, proposals: asked }))).toBe('others');
});

test('where I am awaited longest comes first, finished games last', () => {
  const game = (table: string, moved_at: number, given: Partial<Brief>) => {
    const told = brief({ moved_at, ...given });
    return { entry: entry(table), brief: told, standing: standingOf(entry(table), told) };
  };
  const list = [
    game('over', 900, { status: 'over' }),
    game('others', 500, { to_move: 1 }),
    game('late', 800, {}),
    game('newer', 600, { to_move: 1 }),
    game('early', 200, {}),
  ];
  expect(inOrder(list).map((one) => one.entry.table)).toEqual(['early', 'late', 'newer', 'others', 'over']);
});

test('how long ago something was is said in the language of the page', () => {
  expect(ago(1000, 1010, 'en')).toBe('now');
  expect(ago(1000, 1000 + 5 * 60, 'en')).toBe('5 minutes ago');
  expect(ago(1000, 1000 + 26 * 3600, 'en')).toBe('yesterday');
  expect(ago(1000, 1000 + 3 * 3600, 'ru')).toBe('3 часа назад');
  expect(ago(1000, 900, 'pl')).toBe('teraz'); // a clock that is behind
});
