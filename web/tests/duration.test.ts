import { expect, test } from 'vitest';
import { PACES, paceTime, paceWords, timeLeft } from '../src/lib/duration';

test('a clock shows minutes and seconds, then hours, then days, in the language of the page', () => {
  expect(timeLeft(247, 'en')).toBe('4:07');
  expect(timeLeft(246.2, 'en')).toBe('4:07'); // what is left of a second counts
  expect(timeLeft(0, 'en')).toBe('0:00');
  expect(timeLeft(-5, 'en')).toBe('0:00');
  expect(timeLeft(3 * 3600 + 120, 'en')).toBe('3 hr 2 min');
  expect(timeLeft(50 * 3600, 'en')).toBe('2 days 2 hr');
  expect(timeLeft(48 * 3600, 'en')).toBe('2 days'); // no hours, so none are named
  expect(timeLeft(24 * 3600 + 59, 'en')).toBe('1 day');
  expect(timeLeft(3600, 'en')).toBe('1 hr');
  expect(timeLeft(50 * 3600, 'ru')).toMatch(/^2 дн\.? 2 ч\.?$/);
});

test('every pace on offer has its words', () => {
  expect(PACES.map((pace) => paceWords(pace, 'en'))).toEqual([
    'none',
    '10 minutes per player, +10 sec per turn',
    '20 minutes per player, +15 sec per turn',
    '45 minutes per player, +30 sec per turn',
    '1 minute per move',
    '2 minutes per move',
    '5 minutes per move',
    '1 day per move',
    '2 days per move',
    '3 days per move',
    '7 days per move',
  ]);
  expect(paceTime({ kind: 'days', amount: 3 }, 'pl')).toBe('3 dni');
  expect(paceTime({ kind: 'soft', amount: 90 }, 'es')).toBe('1:30');
});
