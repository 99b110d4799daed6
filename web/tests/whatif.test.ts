/** Lines that were tried out: which are kept, and that an address says all of one. */

import { describe, expect, test } from 'vitest';
import { tryAddress, triedIn } from '../src/whatif/address';
import { begins, type Line, withLine } from '../src/whatif/lines';

const line = (...texts: string[]): Line => ({
  at: 12,
  roll: 0,
  moves: texts.map((text) => ({ text, seat: 0, id: 'x', args: {} })),
});

describe('lines', () => {
  test('a longer line takes the place of what it goes through, another one stands beside it', () => {
    let lines: Line[] = [];
    for (const one of [line(), line('a'), line('a', 'b'), line('a'), line('a', 'c'), line('d')])
      lines = withLine(lines, one);
    expect(lines.map(({ moves }) => moves.map(({ text }) => text).join())).toEqual(['a,b', 'a,c', 'd']);
  });
  test('the same moves from elsewhere, or with other dice, are another line', () => {
    expect(begins(line('a'), line('a', 'b'))).toBe(true);
    expect(begins({ ...line('a'), at: 13 }, line('a', 'b'))).toBe(false);
    expect(begins({ ...line('a'), roll: 1 }, line('a', 'b'))).toBe(false);
  });
  test('only so many are kept, the latest', () => {
    const many = Array.from({ length: 60 }, (_, k) => line(`m:${k}`));
    const kept = many.reduce(withLine, [] as Line[]);
    expect(kept.length).toBe(40);
    expect(kept.at(-1)).toBe(many.at(-1));
  });
});

describe('addresses', () => {
  const moves = ['sail:1', 'trade:porcelain>rice', 'build:3+4', 'x=1/2.*_-'];
  const read = (address: string, behind = '') => triedIn(new URLSearchParams(address.split('?')[1]), behind);
  test.each([['Kf3b-9QdXw2z'], [null]])('a line of %s comes back as it was', (table) => {
    expect(read(tryAddress(table, 12, moves, 3), '#record=abc')).toEqual({ line: moves, roll: 3, record: 'abc' });
  });
  test('an empty line is the position itself; without one it is only looked at', () => {
    expect(read(tryAddress('Kf3b-9QdXw2z', 0, [], 0))).toEqual({ line: [], roll: 0, record: null });
    expect(read('/table/Kf3b-9QdXw2z/at/3')).toBe(null);
  });
});
