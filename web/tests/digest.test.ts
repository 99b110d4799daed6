import { expect, test } from 'vitest';
import type { DigestEntry } from '../src/lib/api';
import { digestOf, thatFit } from '../src/table/digest';

const entry = (ply: number, seat: number, changes: object[], back_to: number | null = null): DigestEntry =>
  ({ ply, seat, bot: false, at: 0, move: back_to === null ? 'x' : null, back_to, changes }) as unknown as DigestEntry;
const change = (id: string, who?: number, more = {}) => ({
  id,
  args: { ...(who === undefined ? {} : { who }), ...more },
});
const told = (...given: Parameters<typeof digestOf>) =>
  digestOf(...given).map(({ change: { id }, cause, mine }) => [id, cause?.id ?? null, mine]);

test('what touched me comes first, with the move it came by; then the moves of the others', () => {
  const log = [
    entry(0, 0, [change('g_log_old', 0)]),
    entry(1, 1, [change('g_log_sail', 1), change('g_log_gold', 1), change('g_log_gold', 0)]),
    entry(2, 1, [change('g_log_push', 1, { whom: 0 })]),
    entry(3, 1, [change('g_log_end', 1), change('g_log_turn', 0)]),
    entry(4, 0, [change('g_log_mine', 0)]), // in the midst of my turn
  ];
  expect(told(log, 1, 0)).toEqual([
    ['g_log_gold', 'g_log_sail', true],
    ['g_log_push', null, true],
    ['g_log_sail', null, false],
    ['g_log_push', null, false],
    ['g_log_end', null, false],
  ]);
  expect(told(log, 3, 0)).toEqual([['g_log_end', null, false]]);
});

test('a move that was taken back is no news, that it was taken back is', () => {
  const log = [
    entry(0, 0, [change('g_log_old', 0)]),
    entry(1, 1, [change('g_log_sail', 1), change('g_log_gold', 0)]),
    entry(2, 1, [change('table_taken_back', 1)], 1),
    entry(3, 1, [change('g_log_stay', 1)]),
  ];
  expect(told(log, 1, 0).map(([id]) => id)).toEqual(['table_taken_back', 'g_log_stay']);
});

test('as many whole sentences stand in the strip as end in it, with a word of the others beside them', () => {
  const room = { rows: 3, width: 300, more: 90 };
  const ends = (...of: [number, number][]) => of.map(([row, at]) => ({ row, at }));
  expect(thatFit(ends([0, 120], [1, 40], [2, 290]), room)).toBe(3); // nothing is left to tell of
  expect(thatFit(ends([0, 120], [1, 40], [2, 290], [3, 20]), room)).toBe(2);
  expect(thatFit(ends([0, 120], [1, 40], [2, 200], [3, 20]), room)).toBe(3);
  expect(thatFit(ends([4, 120], [5, 40]), room)).toBe(1); // the first is told whole, however long it is
  expect(thatFit([], room)).toBe(1);
});
