/** Every guide, race, score card, clan and tile of the box has its entry in the rules, in every language. */

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { piecesOf } from './pieces';
import type { FeyaBox } from './shown';
import { doesWords, guideEntry, raceEntry, scoreEntry } from './terms';

const FOLDER = '../src/sampan/games/feya';
const box = parse(readFileSync(`${FOLDER}/box.toml`, 'utf-8')) as unknown as FeyaBox;
const written: { id: string }[] = JSON.parse(readFileSync(`${FOLDER}/help/paragraphs.json`, 'utf-8'));

test('guides, races, score cards and clans are written', () => {
  const ids = written.map((entry) => entry.id);
  for (const { id } of box.guides) expect(ids).toContain(guideEntry(id));
  for (const aim of box.races.aims) expect(ids).toContain(raceEntry(aim));
  for (const aim of box.score_cards.aims) expect(ids).toContain(scoreEntry(aim));
  for (const { id } of box.clans) expect(ids).toContain(`clan_${id}`);
});

test.each(['en', 'es', 'pl', 'ru'] as const)(
  'bonus, special and temple tiles and fish cards are told in %s',
  (language) => {
    overwriteGetLocale(() => language);
    const pieces = piecesOf(box);
    const bonus = Object.values(box.round_bonus).filter(Array.isArray).flat().length;
    expect(pieces.length).toBe(bonus + box.clan_boards.special_tiles.length + 5 + box.fish_cards.cards.length);
    expect(new Set(pieces.map((piece) => piece.id)).size).toBe(pieces.length);
    for (const { id, under, title, text } of pieces) {
      expect(`${title} ${text}`, id).not.toMatch(/undefined|feya_|\{|NaN/);
      expect(text.trim()).not.toBe('');
      expect(written.some((entry) => entry.id === under)).toBe(true);
    }
  },
);

test('what an action does is told at the prices of the box', () => {
  overwriteGetLocale(() => 'pl');
  const dear = { ...box, prices: { ...box.prices, fish: [9, 5, 1], gold_per_spirit: 5 } } as FeyaBox;
  expect(doesWords('trade', dear)).toContain('za kolejne Ryby na cudzych dostajesz 9, 5, 1 Złoto.');
  expect(doesWords('build', dear)).toContain('płacisz 5 Złota za każdego Ducha');
  expect(doesWords('celebrate', { ...box, points: { ...box.points, feast_at_totem: 2 } } as FeyaBox)).toContain(
    'i 2 punkty za Totem',
  );
  overwriteGetLocale(() => 'en');
  expect(doesWords('trade', dear)).toContain('pay 9, 5, 1 gold.'); // the unit comes with the last price, once
});
