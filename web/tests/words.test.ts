/** Every sentence exists in every language, with the same arguments and all its plurals; none is missing, none is unused. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { games, GAMES_FOLDER as GAMES } from './found';

type Variants = { declarations: string[]; selectors: string[]; match: Record<string, string> }[];
type Catalogue = Record<string, string | Variants>;

const LANGUAGES = ['en', 'es', 'pl', 'ru'];
const folders = ['messages', ...games.map((game) => `${GAMES}/${game}/messages`)];
const read = (folder: string, language: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf-8'));

const formsOf = (sentence: string | Variants): string[] =>
  typeof sentence === 'string' ? [sentence] : Object.values(sentence[0].match);
const argumentsOf = (sentence: string | Variants): string[] =>
  [...new Set(formsOf(sentence).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((found) => found[1])))].sort();

function files(folder: string, kinds: string[]): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['paraglide', 'messages', '__pycache__', 'page'].includes(entry.name) ? [] : files(path, kinds);
    return kinds.some((kind) => entry.name.endsWith(kind)) ? [path] : [];
  });
}
const text = (paths: string[]): string => paths.map((path) => readFileSync(path, 'utf-8')).join('\n');
const page = text(files('src', ['.ts', '.svelte']).filter((path) => !path.endsWith('.test.ts')));
const python = text(files('../src/sampan', ['.py']));

describe.each(folders)('the sentences in %s', (folder) => {
  const english = read(folder, 'en');

  test.each(LANGUAGES)('are all there in %s, each with the same arguments', (language) => {
    const own = read(folder, language);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const [id, sentence] of Object.entries(own)) {
      expect({ id, args: argumentsOf(sentence) }).toEqual({ id, args: argumentsOf(english[id]) });
      for (const form of formsOf(sentence)) expect(form.trim(), id).not.toBe('');
    }
  });

  test.each(LANGUAGES)('that count have every plural of %s', (language) => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort();
    for (const [id, sentence] of Object.entries(read(folder, language))) {
      if (typeof sentence === 'string') continue;
      const found = Object.keys(sentence[0].match).map((key) => key.split('=')[1]);
      expect({ id, found: found.sort() }).toEqual({ id, found: wanted });
    }
  });
});

test('a sentence of the page is used by the page, and what the page says exists', () => {
  const english = read('messages', 'en');
  const refusals = [...readFileSync('../src/sampan/server/refusals.py', 'utf-8').matchAll(/^ {4}"(\w+)": \d+,/gm)].map(
    (found) => `refused_${found[1]}`,
  );
  const sent = [
    'table_taken_back',
    'table_played',
    ...[...python.matchAll(/Note\(\s*"(\w+)"/g)]
      .map((found) => `table_${found[1]}`)
      .filter((id) => !['table_chat', 'table_seats_drawn'].includes(id)), // words of people; for the server alone
  ];
  const tabs = ['board', 'mine', 'players', 'log', 'chat', 'sheet', 'text', 'moments', 'summary', 'learn'].map(
    (tab) => `tab_${tab}`,
  );
  const direct = [...page.matchAll(/\bm\.(\w+)\(/g)]
    .map((found) => found[1])
    .filter((id) => !games.some((game) => id.startsWith(`${game}_`)));
  const used = new Set([...refusals, 'refused_unreachable', ...sent, ...tabs, ...direct]);
  expect([...used].filter((id) => !(id in english))).toEqual([]);
  expect(Object.keys(english).filter((id) => !used.has(id))).toEqual([]);
});

test.each(games)('a sentence of %s is used by the page or sent by its rules', (game) => {
  const english = read(`${GAMES}/${game}/messages`, 'en');
  const direct = new Set([...page.matchAll(/\bm\.(\w+)\(/g), ...page.matchAll(/'(\w+)'/g)].map((found) => found[1]));
  expect([...direct].filter((id) => id.startsWith(`${game}_`) && !(id in english))).toEqual([]);
  // Families whose members are named by the box or the rules: the Python tests send every one of them.
  const families = [
    'good',
    'building',
    'customer',
    'clan',
    'region',
    'mastery',
    'condition',
    'patron',
    'power',
    'source',
    'deed',
    'ability',
    'ask',
    'move',
    'why',
    'log',
    'option',
    'reward',
    'target',
    'action',
    'does',
    'swap',
    'worker',
    'placed',
    'guide',
    'skill',
    'gain',
    'ware',
    'tile',
    'race',
    'score_card',
    'fish',
    'short',
    'text',
    'stats',
    'puzzle',
    'box',
  ];
  const rest = Object.keys(english).filter(
    (id) => !families.some((family) => id.startsWith(`${game}_${family}_`)) && !direct.has(id),
  );
  expect(
    rest.filter((id) => !['title', 'about', 'credits', 'primer', 'tie'].includes(id.slice(game.length + 1))),
  ).toEqual([]);
});
