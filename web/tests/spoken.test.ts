import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASKED } from '../sentences';
import type { m } from '../src/paraglide/messages.js';
import { learnLanguage, spoken } from '../src/lib/spoken';

const index = readFileSync(new URL('../src/paraglide/messages/_index.js', import.meta.url), 'utf-8');

/** The messages of a built page, as its script makes them. */
function built(locale: () => string): typeof m {
  const code = ASKED.replace(/^import .*$/gm, '').replace('export const m =', 'return');
  return new Function('getLocale', 'spoken', code)(locale, spoken) as typeof m;
}

test('a built page has every message, and no sentence of a language before that is fetched', async () => {
  expect(ASKED).not.toMatch(/["']\.\/messages/);
  let locale = 'en';
  const all = built(() => locale);
  const early = all.undo; // as one that is kept before there are any
  expect('undo' in all).toBe(false);
  await learnLanguage('en');
  const names = [...index.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => !(name in all))).toEqual([]);
  expect('no_such_message' in all).toBe(false);
  expect(early()).toBe(spoken.en!.undo({}));
  await learnLanguage('es');
  locale = 'es';
  expect(early()).toBe(spoken.es!.undo({}));
  expect(all.undo({}, { locale: 'en' })).toBe(spoken.en!.undo({}));
});

test('a language that was not fetched is fetched once asked for', async () => {
  expect(spoken.pl).toBeUndefined();
  await learnLanguage('pl');
  expect(spoken.pl!.undo({})).not.toBe(spoken.en!.undo({}));
});
