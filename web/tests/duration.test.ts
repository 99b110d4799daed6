import { expect, test } from 'vitest';
import { PACES, paceWords, timeLeft } from '../src/lib/duration';

test('a clock shows minutes and seconds, then hours, then days, in the language of the page', () => {
  expect(timeLeft(247, 'en')).toBe('4:07');
  expect(timeLeft(246.2, 'en')).toBe('4:07'); // what is left of a second counts
  expect(timeLeft(0, 'en')).toBe('0:00');
  expect(timeLeft(-5, 'en')).toBe('0:00');
  expect(timeLeft(3 * 3600 + 120, 'en')).toBe('3 hr 2 min');
  expect(timeLeft(50 * 3600, 'en')).toBe('2 days 2 hr');
  expect(timeLeft(50 * 3600, 'ru')).toMatch(/^2 дн\.? 2 ч\.?$/);
});

test('every pace on offer has its words', () => {
  expect(PACES.map((pace) => paceWords(pace, 'en'))).toEqual([
    '',
    '1 minute',
    '2 minutes',
    '5 minutes',
    '1 day',
    '2 days',
    '3 days',
    '7 days',
  ]);
  expect(paceWords({ kind: 'days', amount: 3 }, 'pl')).toBe('3 dni');
  expect(paceWords({ kind: 'soft', amount: 90 }, 'es')).toBe('1:30');
});
