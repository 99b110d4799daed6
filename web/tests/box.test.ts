/** A box as data: changes, figures and stand-ins; steps for whatever game. */

import { describe, expect, test } from 'vitest';
import { called } from '../src/box/called';
import { labelOf, stepsOf } from '../src/box/entry';
import { numbered, stepped, whereWords } from '../src/box/figure';
import {
  at,
  blank,
  confirmed,
  entered,
  leaves,
  named,
  pathOf,
  put,
  schemaOf,
  sourceOf,
  type Tables,
} from '../src/box/tables';
import { say } from '../src/lib/words';

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
    expect(leaves(box).flatMap(({ texts }) => texts)).toEqual(['1', '2', 'x', '5']);
    expect(entered(box, box)).toEqual({ done: 0, all: 3 });
    expect(entered(box, put(box, ['a', 'b', 0], 9) as Tables)).toEqual({ done: 1, all: 3 });
    expect(entered(box, confirmed(box, box, ['a'], true))).toEqual({ done: 3, all: 3 });
    expect(entered({ a: { b: 1, source: 'rulebook' } }, {})).toEqual({ done: 0, all: 0 });
  });
  test('has its marks part by part, where a table says so', () => {
    const source = { vp: 'reconstructed', 'vp[1]': 'rulebook', aims: 'rulebook' };
    const marked: Tables = {
      races: { vp: [7, 5, 3], aims: ['x'], source },
      map: { art: 'a b\n . c\n', source: 'reconstructed' },
    };
    expect(['vp', 'aims'].map((key) => sourceOf(marked, ['races', key, 0]))).toEqual(['reconstructed', 'rulebook']);
    expect(sourceOf(marked, ['races', 'vp', 1])).toBe('rulebook');
    expect(entered(marked, marked)).toEqual({ done: 0, all: 5 });
    expect(entered(marked, put(marked, ['races', 'vp', 1], 9) as Tables)).toEqual({ done: 0, all: 5 });
    expect(entered(marked, put(marked, ['races', 'vp', 0], 9) as Tables)).toEqual({ done: 1, all: 5 });
    expect(entered(marked, put(marked, ['races', 'vp'], [7]) as Tables)).toEqual({ done: 1, all: 5 });
    const said = confirmed(marked, marked, ['races'], true);
    expect(entered(marked, said, [['races']])).toEqual({ done: 2, all: 2 });
    expect(confirmed(said, marked, ['races'], false)).toEqual(marked);
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

describe('a printed figure', () => {
  const box: Tables = { cards: [{ n: 3, gain: { salt: 2 }, text: 'gold:5', many: { a: 1, b: 2 }, word: 'boat' }] };
  const root = schemaOf(box);
  const number = (...path: (string | number)[]) => numbered(box, root, ['cards', 0, ...path]);
  test('has the number that digits and arrows change: itself, the end of a text, or the only amount', () => {
    expect(number('n')).toMatchObject({ path: ['cards', 0, 'n'], n: 3 });
    expect(number('gain')).toMatchObject({ path: ['cards', 0, 'gain', 'salt'], n: 2 });
    expect(number('text')!.with(7)).toBe('gold:7');
    expect([number('many'), number('word')]).toEqual([null, null]);
  });
  test('stays within what may stand there', () => {
    const figure = numbered(
      box,
      { properties: { cards: { items: { properties: { n: { type: 'integer', maximum: 3 } } } } } },
      ['cards', 0, 'n'],
    )!;
    expect([stepped(figure, 1), stepped(figure, -1), stepped(figure, -9)]).toEqual([3, 2, 0]);
  });
  test('is named by the way to it, and found again by that name', () => {
    expect(whereWords({ steps: {}, fields: { cards: 'Card' } }, ['cards', 0, 'n'])).toBe('Card 1: n');
    expect(pathOf('cards[0].gain.salt')).toEqual(['cards', 0, 'gain', 'salt']);
  });
});

test('a fault is told with values as a person reads them and names as the fields are called', () => {
  const expected = { id: 'box_one_of', args: { choices: ['left', 'right'] } };
  const value = [
    { id: 'box_quoted', args: { text: 'left' } },
    { id: 'box_true', args: {} },
    { id: 'box_pair', args: { key: 'vp', value: '3' } },
  ];
  const names: Record<string, string> = { left: 'left bank', right: 'right bank', vp: 'points' };
  expect(say(called({ id: 'box_wrong', args: { value, expected } }, (name) => names[name]))).toBe(
    '“left”, true, points 3: expected one of left bank, right bank',
  );
});
