/** Maps as they are painted: there and back, mirrored and turned; the words for every field of the box. */

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { labelOf, stepsOf } from '../../box/entry';
import { at, type Tables } from '../../box/tables';
import { readChart } from './chart';
import { mirrored, placeOf, PLACES, readDrawing, rim, rotated, spotOf, tooMany, writeDrawing } from './drawing';

const FOLDER = '../src/sampan/games/feya';
const box = parse(readFileSync(`${FOLDER}/box.toml`, 'utf-8')) as unknown as Tables;

test.each(['en', 'es', 'pl', 'ru'])('every field of the swamp has a word in %s, and every table a step', (language) => {
  const folder = `${FOLDER}/entry`;
  const words = JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf-8'));
  const order = JSON.parse(readFileSync(`${folder}/steps.json`, 'utf-8'));
  const steps = stepsOf(order, box);
  expect(order.filter(({ id }: { id: string }) => !words.steps[id])).toEqual([]);
  expect(steps.slice(order.length).map(({ id }) => id)).toEqual(['clans', 'rest']);
  expect(labelOf(words, ['start', 'gold'])).toBe(words.fields.gold);
  expect(labelOf(words, ['nowhere', 'so_many'])).toBe('so many');
});

test('a map is full where the rules have no more places, counted with the wider of both sides', () => {
  const rules = readFileSync(`${FOLDER}/terms.py`, 'utf-8');
  expect(rules).toMatch(new RegExp(`HEXES = ${PLACES}\\b`));
  const block = (rows: number, wide: number) =>
    readDrawing(Array.from({ length: rows }, (_, y) => (y & 1 ? '  ' : '') + '~   '.repeat(wide).trim()).join('\n'));
  expect(tooMany(block(12, 15), block(3, 3))).toBe(0);
  expect(tooMany(block(12, 16), block(3, 3))).toBe(12);
  expect(tooMany(block(3, 16), block(12, 3))).toBe(12);
  expect(tooMany(block(1, 3), block(1, 3))).toBe(8 - PLACES);
});

describe('a map', () => {
  const maps = (['small', 'large'] as const).map((side) => (at(box, ['maps', side, 'art']) ?? '') as string);
  const tokens = (art: string) =>
    [...readChart(art).cells.values()].map(
      ({ name, token, at: [x, y] }) => `${name} ${token} ${x.toFixed()} ${y.toFixed()}`,
    );
  test.each(maps)('is written as it was read', (art) => {
    expect(tokens(writeDrawing(readDrawing(art)))).toEqual(tokens(art));
  });
  test.each(maps)('is itself after two mirrors, or six turns', (art) => {
    const drawing = readDrawing(art);
    const turned = Array.from({ length: 6 }).reduce<typeof drawing>((now) => rotated(now), drawing);
    expect(new Set(turned)).toEqual(new Set(drawing));
    expect(new Set(mirrored(mirrored(drawing)))).toEqual(new Set(drawing));
    const once = readChart(writeDrawing(rotated(drawing)));
    const degrees = (chart: typeof once) => [...chart.beside.values()].map(({ length }) => length).sort();
    expect(degrees(once)).toEqual(degrees(readChart(art)));
  });
  test('grows at its edge, and has an edge all round', () => {
    const drawing = readDrawing(maps[0]);
    const edge = rim(drawing);
    expect(edge.every((spot) => !drawing.has(placeOf(spot)))).toBe(true);
    const larger = new Map(drawing).set(placeOf(edge[0]), '~');
    expect(readChart(writeDrawing(larger)).cells.size).toBe(drawing.size + 1);
    expect(spotOf(placeOf({ x: -3, y: 7 }))).toEqual({ x: -3, y: 7 });
  });
});
