import { expect, test } from 'vitest';
import { share } from '../src/lib/share';

const view = () => ({
  ply: 1,
  players: [
    { seat: 0, goods: { silk: 1 } },
    { seat: 1, goods: { silk: 2 } },
  ],
  row: ['a', null],
  over: null as null | number[],
});

test('a view that says the same again is the old one', () => {
  const old = view();
  expect(share(old, view())).toBe(old);
});

test('only what has changed is new, and it is all there', () => {
  const old = view();
  const next = { ...view(), ply: 2 };
  next.players[1].goods.silk = 3;
  const kept = share(old, structuredClone(next));
  expect(kept).toEqual(next);
  expect(kept).not.toBe(old);
  expect(kept.players[0]).toBe(old.players[0]);
  expect(kept.players[1]).not.toBe(old.players[1]);
  expect(kept.row).toBe(old.row);
});

test.each([
  ['a longer list', [1, 2], [1, 2, 3]],
  ['a shorter list', [1, 2], [1]],
  ['a key more', { a: 1 }, { a: 1, b: undefined }],
  ['a key less', { a: 1, b: 2 }, { a: 1 }],
  ['nothing instead of something', { a: [1] }, { a: null }],
  ['a list instead of a table', { a: {} }, { a: [] }],
])('%s is noticed', (_, old, now) => {
  const kept = share(old, structuredClone(now));
  expect(kept).toEqual(now);
  expect(kept).not.toBe(old);
});
