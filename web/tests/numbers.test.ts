/** Numbers are written as the page's language writes them. */

import { expect, test } from 'vitest';
import { chance, number, percent, signed } from '../src/lib/numbers';
import { say } from '../src/lib/words';
import { type Locale, overwriteGetLocale } from '../src/paraglide/runtime.js';

const written: [Locale, string, string][] = [
  ['en', '1,234.6', '56.4%'],
  ['es', '1234,6', '56,4 %'],
  ['pl', '1234,6', '56,4%'],
  ['ru', '1234,6', '56,4 %'],
];

test.each(written)('in %s', (language, amount, share) => {
  overwriteGetLocale(() => language);
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  expect(plain(number(1234.56)).replace(/(\d) (\d)/, '$1$2')).toBe(amount);
  expect(plain(percent(0.5641))).toBe(share);
});

test('a loss has a minus, not a hyphen', () => {
  overwriteGetLocale(() => 'en');
  expect(say({ id: 'table_renamed', args: { name: '-5' } })).toBe('New name: −5');
  expect(say({ id: 'table_renamed', args: { name: 'Jean-5' } })).toBe('New name: Jean-5');
});

test('a chance is told in whole percents, a difference with its sign', () => {
  overwriteGetLocale(() => 'en');
  expect([0.614, 0.996, 0].map(chance)).toEqual(['61%', '100%', '0%']);
  expect([3, -1.54, 0].map(signed)).toEqual(['+3', '−1.5', '0']);
});
