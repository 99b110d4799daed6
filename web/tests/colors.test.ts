/** Colors stand in theme files, by what they are for; everything else names them. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
