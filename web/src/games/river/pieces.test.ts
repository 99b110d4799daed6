/** Every patron, mastery, customer, building tile and scoring tile of the box has its entry in the rules, in every language. */

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { piecesOf } from './pieces';
import type { Box } from './shown';
import { customerEntry, tileEntry } from './terms';

const FOLDER = '../src/sampan/games/river';
const box = parse(readFileSync(`${FOLDER}/box.toml`, 'utf-8')) as unknown as Box;
const written: { id: string }[] = JSON.parse(readFileSync(`${FOLDER}/help/paragraphs.json`, 'utf-8'));

test('patrons and masteries are written', () => {
  const ids = written.map((entry) => entry.id);
  for (const { id } of box.patrons.cards) expect(ids).toContain(`patron_${id}`);
  for (const { id } of box.mastery.cards) expect(ids).toContain(`mastery_${id}`);
});

test.each(['en', 'es', 'pl', 'ru'] as const)(
  'customers and tiles are told in %s, each under a title of its own',
  (language) => {
    overwriteGetLocale(() => language);
    const pieces = piecesOf(box);
    const ids = pieces.map((piece) => piece.id);
    for (const { id } of box.customers.cards) expect(ids).toContain(customerEntry(id));
    for (const { id } of box.buildings.tiles) expect(ids).toContain(tileEntry(id));
    for (const { id } of box.region_scoring.tiles) expect(ids).toContain(`scoring_${id}`);
    expect(new Set(pieces.map((piece) => piece.title)).size).toBe(pieces.length);
    for (const { id, under, title, text } of pieces) {
      expect(`${title} ${text}`, id).not.toMatch(/undefined|river_|\{|NaN/);
      expect(text.trim()).not.toBe('');
      expect(written.some((entry) => entry.id === under)).toBe(true);
    }
  },
);
