import { expect, test } from 'vitest';
import { plural } from '../src/lib/plural';

test('a number takes the plural of its language, however often and in whatever order it is asked for', () => {
  for (const n of [0, 1, 2, 5, 21, 22, 1.5, '3', undefined]) {
    for (const language of ['en', 'es', 'pl', 'ru'])
      expect(plural(language, n)).toBe(new Intl.PluralRules(language).select(Number(n)));
  }
  expect(['en', 'pl', 'ru'].map((language) => plural(language, 22))).toEqual(['other', 'few', 'few']);
});
