/** Colors stand in theme files, by what they are for, with a value by day and one by night; everything else names them. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games } from './found';

const all = (readdirSync('src', { recursive: true }) as string[])
  .map((path) => `src/${path}`)
  .filter((path) => /\.(svelte|ts|css)$/.test(path) && !/paraglide|schema\.d\.ts|\.test\.ts$/.test(path));
const isTheme = (path: string): boolean => /\/theme\.(css|ts)$/.test(path);
const text = (path: string): string => readFileSync(path, 'utf-8');
const COLOR = /#[0-9a-f]{3,8}\b|\b(rgb|rgba|hsl|oklch)\(/gi;

test('no color is written outside a theme', () => {
  const rest = all.filter((path) => !isTheme(path));
  expect(rest.length).toBeGreaterThan(50);
  expect(rest.flatMap((path) => (text(path).match(COLOR) ?? []).map((color) => `${path}: ${color}`))).toEqual([]);
});

test('every color that is named is in a theme, and none is there for nothing', () => {
  const themes = all.filter((path) => path.endsWith('/theme.css')).map(text);
  const defined = new Set(themes.flatMap((theme) => [...theme.matchAll(/--([\w-]+):/g)].map((found) => found[1])));
  const page = all.map(text).join('\n');
  const used = new Set([...page.matchAll(/var\(--([\w-]+)\)/g)].map((found) => found[1]));
  const families = [...page.matchAll(/var\(--([\w-]+-)(?:\$\{|\{)/g)].map((found) => found[1]); // completed by a name
  const local = [...page.matchAll(/style:--([\w-]+)|\s--([\w-]+):/g)].map((found) => found[1] ?? found[2]);
  expect([...used].filter((name) => !defined.has(name) && !local.includes(name))).toEqual([]);
  const idle = [...defined].filter((name) => !used.has(name) && !families.some((family) => name.startsWith(family)));
  expect(idle).toEqual([]);
});

type Theme = Map<string, string>;
const [DAY, NIGHT] = [0, 1];
/** What a theme file says of each color at one time of the day. */
const readTheme = (path: string, time: number): Theme =>
  new Map(
    [...text(path).matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
      ([, name, day, night, both]) => [name, both ?? [day, night][time]],
    ),
  );
const light = (color: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Letters, and the surfaces they stand on. */
const FRAME = {
  ink: '*',
  dim: '*',
  title: '*',
  link: '*',
  gold: 'panel',
  'gold-bright': '*',
  loss: 'panel',
  gain: 'panel',
  'trouble-ink': '*',
  'seat-1': 'night',
  'seat-2': 'night',
  'seat-3': 'night',
  'seat-4': 'night',
};
const SURFACES = ['night', 'deep', 'panel', 'shade', 'raised', 'popup', 'own', 'own-top'];
const PAIRS: Record<string, [string, string][]> = {
  'src/theme.css': [
    ['ink', 'button'],
    ['ink', 'button-hot'],
    ['ink', 'button-on'],
    ['ink', 'field'],
    ['gold-ink', 'gold-low'],
    ['warning-ink', 'warning'],
    ['trouble-ink', 'trouble'],
    ['paper-dim', 'paper'],
    ['paper-link', 'paper-hot'],
  ],
};
for (const game of games)
  // a game's own stand beside its theme
  PAIRS[`src/games/${game}/theme.css`] = JSON.parse(text(`src/games/${game}/letters.json`)) as [string, string][];

test.each([
  ['by day', DAY],
  ['by night', NIGHT],
])('letters can be read on every surface %s', (_, time) => {
  const faint: string[] = [];
  for (const [path, pairs] of Object.entries(PAIRS)) {
    const theme = new Map([...readTheme('src/theme.css', time), ...readTheme(path, time)]); // a game's frame has its own
    const letters = Object.entries(FRAME).flatMap(([ink, on]) =>
      (on === '*' ? SURFACES : [on]).map((surface): [string, string] => [ink, surface]),
    );
    for (const [ink, surface] of [...pairs, ...letters]) {
      const clear = contrast(theme.get(ink)!, theme.get(surface)!);
      if (clear < 4.5) faint.push(`${path}: ${ink} on ${surface}: ${clear.toFixed(2)}`);
    }
  }
  expect(faint).toEqual([]);
});

test('every color of the frame has a value by day and one by night, but for lacquer, gold leaf and paper', () => {
  const both = [...text('src/theme.css').matchAll(/--([\w-]+): #/g)].map(([, name]) => name);
  expect(both.filter((name) => !/^(lacquer|bar|gold|paper|shadow)/.test(name))).toEqual([]);
});
