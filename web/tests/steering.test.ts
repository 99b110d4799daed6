import { expect, test } from 'vitest';
import { ARROWS, nearest, type Point } from '../src/table/steering';

const HEXES: Point[] = [
  [0, 0],
  [50, 0],
  [25, 43],
  [75, 43],
  [300, 10],
  [-400, 300],
];

test('an arrow goes to the next thing in its direction, not to one far aside', () => {
  expect(nearest(HEXES[0], HEXES, ARROWS.ArrowRight)).toBe(1);
  expect(nearest(HEXES[1], HEXES, ARROWS.ArrowRight)).toBe(3);
  expect(nearest(HEXES[0], HEXES, ARROWS.ArrowDown)).toBe(2);
  expect(nearest(HEXES[3], HEXES, ARROWS.ArrowLeft)).toBe(2);
  expect(nearest(HEXES[2], HEXES, ARROWS.ArrowUp)).toBe(0);
});

test('where nothing lies in a direction the focus stays', () => {
  expect(nearest(HEXES[5], HEXES, ARROWS.ArrowLeft)).toBe(-1);
  expect(nearest([0, 0], [], ARROWS.ArrowUp)).toBe(-1);
});
