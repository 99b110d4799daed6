import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const games = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (game: string, file: string): string => readFileSync(`src/games/${game}/${file}`, 'utf-8');

test.each(games)('every sign that a line of the log of %s is shown with is drawn', (game) => {
  const prefix = read(game, 'index.ts').match(/sign: '(\w+)'/)![1];
  const glyphs = readdirSync(`src/games/${game}`).filter((file) => file.endsWith('.svelte'));
  const drawn = glyphs.map((file) => read(game, file)).join('\n');
  const named = [...read(game, 'pictured.ts').matchAll(/\w+: '([a-z-]+)'/g)].map((found) => found[1]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((sign) => !drawn.includes(`id="${prefix}-${sign}"`))).toEqual([]);
});
