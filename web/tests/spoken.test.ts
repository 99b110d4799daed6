import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asked } from '../sentences';
import { learnLanguage, spoken } from '../src/lib/spoken';

const index = readFileSync(new URL('../src/paraglide/messages/_index.js', import.meta.url), 'utf-8');

test('a built page has every message, and no sentence of a language before that is fetched', async () => {
  const built = asked(index);
  expect(built).not.toMatch(/["']\.\/(en|es|pl|ru)\.js["']/);
  await learnLanguage('en');
  const names = [...built.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(spoken.en!).toSorted());
});

test('a language that was not fetched is fetched once asked for', async () => {
  expect(spoken.pl).toBeUndefined();
  await learnLanguage('pl');
  expect(spoken.pl!.undo({})).not.toBe(spoken.en!.undo({}));
});
