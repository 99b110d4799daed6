/** The rules of each game: the same paragraphs with the same signs, figures and links in every language; whatever the page
    points at exists, and no piece is explained without a way to its paragraph. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { games, GAMES_FOLDER as GAMES } from './found';
import { blocks, printed } from '../src/help/markup';
import { paragraphOf, type Rule } from '../src/help/rules';

const LANGUAGES = ['en', 'es', 'pl', 'ru'];
const written = games.filter((game) => existsSync(`${GAMES}/${game}/help/paragraphs.json`));
const json = (path: string) => JSON.parse(readFileSync(path, 'utf-8'));
const order = (game: string): { id: string; answers?: string[]; diagram?: string; under?: string }[] =>
  json(`${GAMES}/${game}/help/paragraphs.json`);
const texts = (game: string, language: string): Record<string, { title: string; text: string }> =>
  json(`${GAMES}/${game}/help/${language}.json`);
const sources = (game: string): string =>
  readdirSync(`src/games/${game}`)
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`src/games/${game}/${name}`, 'utf-8'))
    .join('\n');
const marks = (text: string): string[] => [...text.matchAll(/\{[^}]+\}|\[\[\w+\]\]/g)].map((found) => found[0]).sort();

test('there are rules to check', () => expect(written).not.toEqual([]));

describe.each(written)('the rules of %s', (game) => {
  const ids = order(game).map((paragraph) => paragraph.id);
  const box = parse(readFileSync(`${GAMES}/${game}/box.toml`, 'utf-8'));
  const drawn = sources(game);

  test.each(LANGUAGES)('are complete in %s, with the same signs, figures and links', (language) => {
    const [own, english] = [texts(game, language), texts(game, 'en')];
    expect(Object.keys(own)).toEqual(ids);
    expect(new Set(Object.values(own).map((entry) => entry.title)).size).toBe(ids.length);
    for (const [id, { title, text }] of Object.entries(own)) {
      expect({ id, title: title.trim() !== '', marks: marks(text), lines: text.split('\n').length }).toEqual({
        id,
        title: true,
        marks: marks(english[id].text),
        lines: english[id].text.split('\n').length,
      });
      expect(text).not.toMatch(/\n\n|^\s|\s$/);
    }
  });

  test('name signs that are drawn, figures that are printed and paragraphs that exist', () => {
    for (const { text } of Object.values(texts(game, 'en'))) {
      for (const block of blocks(text, box)) {
        for (const piece of block.pieces) {
          if ('sign' in piece) expect(drawn).toMatch(new RegExp(`id="\\w+-${piece.sign}"`));
          if ('link' in piece) expect(ids).toContain(piece.link);
          if ('text' in piece) expect(piece.text).not.toMatch(/undefined|\[object/);
        }
      }
    }
  });

  test.each(LANGUAGES)(
    'fit a sheet for a first game in %s, with signs that are drawn and figures that are printed',
    (language) => {
      const sheet = (of: string): { title: string; text: string }[] => json(`${GAMES}/${game}/help/first-${of}.json`);
      expect(sheet(language).map(({ text }) => [marks(text), text.split('\n').length])).toEqual(
        sheet('en').map(({ text }) => [marks(text), text.split('\n').length]),
      );
      for (const { title, text } of sheet(language)) {
        expect(title.trim()).not.toBe('');
        for (const piece of blocks(text, box).flatMap((block) => block.pieces)) {
          if ('sign' in piece) expect(drawn).toMatch(new RegExp(`id="\\w+-${piece.sign}"`));
          if ('text' in piece) expect(piece.text).not.toMatch(/undefined|\[object/);
        }
      }
      // A page of A4 in two columns.
      expect(sheet(language).reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(3400);
    },
  );

  test('have a picture for each one they name', () => {
    const [scenes, pieces] = ['Diagram', 'Piece'].map((one) =>
      readFileSync(`src/games/${game}/${one}.svelte`, 'utf-8'),
    );
    for (const { diagram: name } of order(game)) {
      if (!name) continue;
      const [kind, id] = name.split(':');
      if (id === undefined) expect(scenes).toMatch(new RegExp(`\\b${name}\\b`));
      else expect(pieces).toContain(`kind === '${kind}'`);
    }
  });

  test('tell of a single piece under a paragraph, with its picture', () => {
    for (const { id, under, diagram } of order(game)) {
      expect({ id, piece: under !== undefined }).toEqual({ id, piece: diagram?.includes(':') ?? false });
      if (under !== undefined) expect(order(game).find((one) => one.id === under)?.under).toBe(undefined);
      if (under !== undefined) expect(ids).toContain(under);
    }
  });

  test('are where every tooltip leads, and there is no tooltip without them', () => {
    const used = [...drawn.matchAll(/data-help="(\w+)"|data-help=\{([^}]+)\}/g)].flatMap((found) =>
      found[1] ? [found[1]] : [...found[2].matchAll(/'(\w+)'/g)].map((name) => name[1]),
    );
    expect(used.length).toBeGreaterThan(5);
    expect([...new Set(used)].filter((id) => !ids.includes(id))).toEqual([]);
    expect(drawn.match(/<title>|\stitle=/g) ?? []).toEqual([]);
    for (const tag of drawn.match(/<[^<>]*data-tip=[^<]*/g) ?? []) expect(tag).toContain('data-help=');
  });
});

const bare = { diagram: null, under: null, find: '' };
const rules: Rule[] = [
  { ...bare, id: 'sail', answers: [], title: 'Żegluga', text: 'Płyń w dół rzeki.' },
  { ...bare, id: 'row', answers: ['row_empty'], title: 'Rząd', text: 'Cztery kafelki.' },
];

test('a paragraph is found by its name or by a reason why not', () => {
  expect(paragraphOf(rules, 'game', 'sail')).toBe('sail');
  expect(paragraphOf(rules, 'game', 'game_why_row_empty')).toBe('row');
  expect(paragraphOf(rules, 'game', 'game_why_other')).toBe(null);
  expect(paragraphOf(rules, 'game', null)).toBe(null);
});

test('figures come from the box, lists with commas', () => {
  expect(printed({ a: { b: [1, 2] } }, 'a.b')).toBe('1, 2');
  expect(blocks('- {=a} {koku} [[row]]', { a: 3 })).toEqual([
    { item: true, pieces: [{ text: '3' }, { text: ' ' }, { sign: 'koku' }, { text: ' ' }, { link: 'row' }] },
  ]);
});
