/** What finds faults on screens: each finder on a few boxes, and the selection in which every two values meet. */

import { expect, test } from 'vitest';
import {
  below,
  type Clip,
  covered,
  cutBy,
  cutOff,
  type Finding,
  findings,
  hidesAdvice,
  line,
  moving,
  outOfReach,
  overlapping,
  type Piece,
  type Rect,
  type Screen,
  smallBoard,
  squeezed,
  tooSmall,
  tooWide,
  unreadable,
} from '../e2e/screens/finders';
import { pairwise, selection, SIZES } from '../e2e/screens/matrix';

const box = (left: number, top: number, wide: number, deep: number): Rect => ({
  left,
  top,
  right: left + wide,
  bottom: top + deep,
});
const WINDOW = box(0, 0, 1000, 600);
const window: Clip = { what: 'the window', shows: WINDOW, reach: null };
const clip = (shows: Rect, reach: Rect | null = null): Clip => ({ what: 'a panel', shows, reach });

let blocks = 0;
const piece = (kind: Piece['kind'], lines: Rect[], more: Partial<Piece> = {}): Piece => ({
  kind,
  what: 'span',
  says: 'two words',
  laid: false,
  sum: false,
  drawn: false,
  layer: '',
  lines,
  block: ++blocks,
  within: [],
  clips: [window],
  faint: false,
  inline: false,
  open: true,
  needs: 0,
  coveredBy: '',
  size: 14,
  ...more,
});
const screen = (pieces: Piece[], more: Partial<Screen> = {}): Screen => ({
  name: 'a screen',
  window: WINDOW,
  touch: false,
  pieces,
  page: WINDOW,
  board: null,
  advised: null,
  moved: { by: 0, what: [] },
  ...more,
});
const text = (lines: Rect[], more: Partial<Piece> = {}): Piece => piece('text', lines, more);
const control = (at: Rect, more: Partial<Piece> = {}): Piece => piece('target', [at], more);

test('what lies within a border that cannot be scrolled is whole; what goes beyond it is cut by it', () => {
  const panel = clip(box(0, 0, 100, 50));
  expect(cutBy(box(10, 10, 80, 20), [panel, window])).toBeNull();
  expect(cutBy(box(10, 10, 120, 20), [panel, window])).toBe(panel);
});

test('what can be scrolled into sight is not cut, unless what it is scrolled in is', () => {
  const list = clip(box(0, 0, 100, 50), box(0, 0, 100, 900));
  expect(cutBy(box(10, 700, 80, 20), [list, window])).toBeNull();
  expect(cutBy(box(10, 950, 80, 20), [list, window])).toBe(list);
  const low = clip(box(0, 580, 100, 50), box(0, 580, 100, 900));
  expect(cutBy(box(10, 700, 80, 20), [low, window])).toBe(window);
});

test('text beyond its panel is cut off, also where the browser ends it with dots', () => {
  const panel = clip(box(0, 0, 100, 50));
  expect(cutOff(screen([text([box(0, 0, 90, 18)], { clips: [panel, window] })]))).toEqual([]);
  expect(cutOff(screen([text([box(0, 0, 130, 18)], { clips: [panel, window] })]))).toHaveLength(1);
  expect(cutOff(screen([text([box(0, 0, 90, 18), box(0, 40, 90, 18)], { clips: [panel, window] })]))).toHaveLength(1);
  expect(cutOff(screen([text([box(0, 0, 90, 18)], { needs: 140 })]))).toHaveLength(1);
  expect(cutOff(screen([text([box(0, 0, 130, 18)], { clips: [panel, window], faint: true })]))).toEqual([]);
});

test('a control outside the window is out of reach; one of a drawing may end a little beside it', () => {
  expect(outOfReach(screen([control(box(980, 10, 60, 30))]))).toHaveLength(1);
  expect(outOfReach(screen([control(box(980, 10, 25, 30), { drawn: true })]))).toEqual([]);
  expect(outOfReach(screen([control(box(980, 10, 60, 30), { drawn: true })]))).toHaveLength(1);
});

test('a page wider than the window is too wide', () => {
  expect(tooWide(screen([]))).toEqual([]);
  expect(tooWide(screen([], { page: box(0, 0, 1020, 900) }))).toHaveLength(1);
});

test('a finger needs 44 pixels, a mouse 24; a link in a sentence is as tall as its line', () => {
  const small = control(box(0, 0, 60, 30));
  expect(tooSmall(screen([small]))).toEqual([]);
  expect(tooSmall(screen([small], { touch: true }))).toHaveLength(1);
  const hex = { ...control(box(0, 0, 38, 46)), drawn: true };
  for (const [wide, deep] of [
    [768, 1024],
    [844, 390],
  ])
    expect(tooSmall(screen([hex], { touch: true, window: box(0, 0, wide, deep) }))).toHaveLength(1);
  expect(tooSmall(screen([control(box(0, 0, 60, 18))]))).toHaveLength(1);
  expect(tooSmall(screen([control(box(0, 0, 60, 18), { inline: true })]))).toEqual([]);
  expect(tooSmall(screen([control(box(0, 0, 9, 9), { drawn: true, open: false })]))).toEqual([]);
});

test('texts and controls on each other overlap, but not a button and its own words', () => {
  const [first, second] = [text([box(0, 0, 90, 20)]), text([box(80, 0, 90, 20)])];
  expect(overlapping(screen([first, second]))).toHaveLength(1);
  expect(overlapping(screen([first, { ...second, block: first.block }]))).toEqual([]);
  expect(overlapping(screen([first, { ...second, layer: '.menu' }]))).toEqual([]);
  const button = control(box(0, 0, 100, 30));
  expect(overlapping(screen([button, text([box(10, 5, 60, 20)], { within: [0] })]))).toEqual([]);
  expect(overlapping(screen([button, text([box(10, 5, 60, 20)])]))).toHaveLength(1);
});

test('lines that only share the air between them do not overlap, nor does what is scrolled away', () => {
  expect(overlapping(screen([text([box(0, 0, 90, 20)]), text([box(0, 16, 90, 20)])]))).toEqual([]);
  const list = [clip(box(0, 0, 100, 50), box(0, 0, 100, 900)), window];
  expect(overlapping(screen([text([box(0, 60, 90, 20)], { clips: list }), text([box(0, 60, 90, 20)])]))).toEqual([]);
});

test('in a drawing only letters on letters count', () => {
  const drawn = { drawn: true };
  expect(overlapping(screen([control(box(0, 0, 40, 40), drawn), text([box(0, 0, 40, 20)], drawn)]))).toEqual([]);
  expect(overlapping(screen([text([box(0, 0, 40, 20)], drawn), text([box(10, 0, 40, 20)], drawn)]))).toHaveLength(1);
});

test('a control under something else is covered', () => {
  expect(covered(screen([control(box(0, 0, 60, 30), { coveredBy: 'aside' })]))).toHaveLength(1);
  expect(covered(screen([control(box(0, 0, 60, 30))]))).toEqual([]);
});

test('a sentence with a word on each line is squeezed', () => {
  const lines = (many: number): Rect[] => Array.from({ length: many }, (_, k) => box(0, k * 16, 30, 16));
  expect(squeezed(screen([text(lines(5), { says: 'four points for each spirit' })]))).toHaveLength(1);
  expect(squeezed(screen([text(lines(2), { says: 'four points for each spirit' })]))).toEqual([]);
  expect(squeezed(screen([text(lines(2), { says: 'Two, words' })]))).toEqual([]);
});

test('letters below ten pixels cannot be read; those of a drawing, which can be enlarged, below six', () => {
  expect(unreadable(screen([text([box(0, 0, 9, 9)], { size: 9 })]))).toHaveLength(1);
  expect(unreadable(screen([text([box(0, 0, 9, 9)], { size: 9, drawn: true })]))).toEqual([]);
  expect(unreadable(screen([text([box(0, 0, 5, 5)], { size: 5, drawn: true })]))).toHaveLength(1);
});

test('what lies around a board is in sight without scrolling, where the board is', () => {
  const column = clip(box(0, 0, 200, 400), box(0, 0, 200, 430));
  const race = text([box(10, 390, 80, 14), box(10, 404, 80, 14)], { laid: true, clips: [column, window] });
  const room = { drawn: box(200, 0, 700, 400), room: box(200, 0, 700, 400), scrolls: false };
  expect(below(screen([race], { board: room }))).toHaveLength(1);
  expect(below(screen([race], { board: { ...room, scrolls: true } }))).toEqual([]);
  expect(below(screen([{ ...race, laid: false }], { board: room }))).toEqual([]);
  expect(below(screen([{ ...race, laid: false, sum: true }]))).toHaveLength(1);
  expect(
    below(screen([text([box(10, 350, 80, 14)], { laid: true, clips: [column, window] })], { board: room })),
  ).toEqual([]);
});

test('a board fills half of its room, and has its part of the window', () => {
  const board = (drawn: Rect, room: Rect, scrolls = false): Screen => screen([], { board: { drawn, room, scrolls } });
  expect(smallBoard(board(box(0, 0, 600, 400), box(0, 0, 700, 400)))).toEqual([]);
  expect(smallBoard(board(box(0, 0, 400, 300), box(0, 0, 700, 400)))).toHaveLength(1);
  expect(smallBoard(board(box(0, 0, 300, 300), box(0, 0, 300, 400)))).toHaveLength(1);
  expect(smallBoard(board(box(0, 0, 300, 2000), box(0, 0, 390, 600), true))).toEqual([]);
  expect(smallBoard(board(box(0, 0, 150, 2000), box(0, 0, 390, 600), true))).toHaveLength(1);
});

test('a hint lies beside what it recommends', () => {
  expect(hidesAdvice(screen([], { advised: { ring: box(0, 0, 50, 50), panel: box(60, 0, 200, 300) } }))).toEqual([]);
  expect(hidesAdvice(screen([], { advised: { ring: box(0, 0, 50, 50), panel: box(20, 0, 200, 300) } }))).toHaveLength(
    1,
  );
});

test('what moves by itself is named', () => {
  expect(moving(screen([], { moved: { by: 0.004, what: ['log'] } }))).toEqual([]);
  expect(line(moving(screen([], { moved: { by: 0.07, what: ['side'] } }))[0])).toBe(
    'a screen: moving: side: 70 ‰: expected 10 ‰',
  );
});

test('an exception takes away what it names, where it names it, and nothing else', () => {
  const faulty = screen([control(box(0, 0, 10, 10), { what: 'button.a' }), control(box(50, 0, 10, 10), { what: 'b' })]);
  const left = (where?: RegExp): Finding[] =>
    findings(faulty, [{ finder: 'too small', what: /button\.a/, screen: where, why: 'a test' }]);
  expect(left()).toHaveLength(1);
  expect(left(/another/)).toHaveLength(2);
});

test('every two values meet, in the same rows each time, and in few more than the two longest lists ask for', () => {
  const sizes = [12, 13, 6, 4, 2, 2];
  const rows = pairwise(sizes);
  const met = new Set(
    rows.flatMap((row) => row.flatMap((x, a) => row.slice(a + 1).map((y, b) => `${a}.${x} ${a + 1 + b}.${y}`))),
  );
  let all = 0;
  sizes.forEach((many, a) => sizes.slice(a + 1).forEach((other) => (all += many * other)));
  expect(met.size).toBe(all);
  expect(rows.length).toBeLessThan(12 * 13 * 1.2);
  expect(pairwise(sizes)).toEqual(rows);
});

test('every size is looked at in every state', () => {
  const tables = [2, 4].map((players) => ({ game: 'chess', players }));
  const states = ['lobby', 'own turn', 'end'];
  const rows = selection(tables, states);
  for (const { name } of SIZES)
    expect(rows.filter(({ size }) => size.name === name).map(({ state }) => state)).toEqual(
      expect.arrayContaining(states),
    );
});
