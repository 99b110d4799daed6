/** A box as data: changes, figures and stand-ins; steps for whatever game. */

import { describe, expect, test } from 'vitest';
import { labelOf, stepsOf } from '../src/box/entry';
import { at, blank, confirmed, entered, figures, named, put, type Tables } from '../src/box/tables';

describe('a box', () => {
  const box: Tables = { a: { b: [1, 2, { c: 'x' }], source: 'reconstructed' }, d: 5 };
  test('is changed at a place, and all else stays the very same', () => {
    const next = put(box, ['a', 'b', 2, 'c'], 'y') as Tables;
    expect(at(next, ['a', 'b', 2, 'c'])).toBe('y');
    expect(at(box, ['a', 'b', 2, 'c'])).toBe('x');
    expect(put(box, ['d'], undefined)).toEqual({ a: box.a });
    expect(at(put(box, ['a', 'b', 0], undefined), ['a', 'b'])).toEqual([2, { c: 'x' }]);
    expect(named(['a', 'b', 2, 'c'])).toBe('a.b[2].c');
  });
  test('counts as entered where it was said or changed', () => {
    expect(figures(box)).toEqual(['1', '2', 'x', '5']);
    expect(entered(box, box)).toEqual({ done: 0, all: 3 });
    expect(entered(box, put(box, ['a', 'b', 0], 9) as Tables)).toEqual({ done: 1, all: 3 });
    expect(entered(box, confirmed(box, ['a'], true))).toEqual({ done: 3, all: 3 });
    expect(entered({ a: { b: 1, source: 'rulebook' } }, {})).toEqual({ done: 0, all: 0 });
  });
  test('begins a new entry with the least its schema takes', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 2 }, o: {} }, required: ['n'] };
    expect(blank({ type: 'array', minItems: 2, items: schema })).toEqual([{ n: 2 }, { n: 2 }]);
  });
});

test('a game without words of its own has a step for each table, and its keys spelled out', () => {
  const steps = stepsOf([], { title: 'x', shore: { n: 1 }, cards: [{ id: 'a' }], players: [2, 3] });
  expect(steps.map(({ id }) => id)).toEqual(['shore', 'cards', 'rest']);
  expect(labelOf({ steps: {}, fields: {} }, ['shore', 'start_koku'])).toBe('start koku');
});
