/** The frame knows no game: nothing outside a game's own folder names one, in code, style, build or tests. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { games } from './found';

const MADE = ['node_modules', 'paraglide', 'project.inlang', 'shots', '__pycache__', 'openapi.json', 'schema.d.ts'];
const NOT_OURS = ['package-lock.json'];

/** All of ours but a game's own. */
function files(folder: string, game: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if ([...MADE, ...NOT_OURS].includes(entry.name)) return [];
    if (entry.isDirectory()) return path === join('src/games', game) ? [] : files(path, game);
    return [path];
  });
}

test.each(games)('nothing outside its folder names %s', (game) => {
  const named = new RegExp(`(?<![a-z])${game}(?![a-z])`, 'i');
  const found = files('.', game).flatMap((path) =>
    readFileSync(path, 'utf-8')
      .split('\n')
      .flatMap((line, k) => (named.test(line) ? [`${path}:${k + 1}: ${line.trim().slice(0, 80)}`] : [])),
  );
  expect(found).toEqual([]);
});
