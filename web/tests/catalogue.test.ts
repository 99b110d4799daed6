/** Sentences of a game that was not there when the page was built. */

import { expect, test } from 'vitest';
import { learnSentences } from '../src/lib/catalogue';
import { known, say, segments, word } from '../src/lib/words';
import { overwriteGetLocale } from '../src/paraglide/runtime.js';

const forms = { 'nPlural=one': '{n} fisza', 'nPlural=few': '{n} fisze', 'nPlural=many': '{n} fisz' };
learnSentences('pl', {
  stranger_title: 'Gra',
  stranger_log_pay: '{who} płaci {what}',
  stranger_chips: [{ selectors: ['nPlural'], match: { ...forms, 'nPlural=other': '{n} fiszy' } }],
});
learnSentences('en', { stranger_title: 'A game' });

test('are spoken in the language of the moment, with names, terms and plurals', () => {
  overwriteGetLocale(() => 'pl');
  expect([1, 3, 5, 1.5].map((n) => word('stranger_chips', { n }))).toEqual([
    '1 fisza',
    '3 fisze',
    '5 fisz',
    '1.5 fiszy',
  ]);
  const paid = { id: 'stranger_log_pay', args: { who: 1, what: { id: 'stranger_chips', args: { n: 2 } } } };
  expect(say(paid, ['Ala', 'Bo'])).toBe('Bo płaci 2 fisze');
  expect(segments(paid, ['Ala', 'Bo'])[0]).toEqual({ text: 'Bo', piece: 'seat:1' });
  expect(word('stranger_title')).toBe('Gra');
});

test('are known only in the languages they came in, and what is unknown shows as itself', () => {
  overwriteGetLocale(() => 'en');
  expect([known('stranger_title'), known('stranger_chips')]).toEqual([true, false]);
  expect([word('stranger_title'), word('stranger_chips', { n: 2 })]).toEqual(['A game', 'stranger_chips']);
  expect(known('toString')).toBe(false);
});
