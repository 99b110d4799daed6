import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asKept, isAway, keptOf } from '../src/worker/keeping';

test.each([
  ['/', true, 'page'],
  ['/table/Kf3b-9QdXw2z/at/3', true, 'page'],
  ['/first/chess', true, 'page'],
  ['/puzzles/chess/day', true, 'page'],
  ['/docs', true, null],
  ['/api/games', true, null],
  ['/assets/index-abc.js', false, 'asset'],
  ['/manifest.json', false, 'file'],
  ['/icons/sampan-192.png', false, 'file'],
  ['/api/games', false, 'game'],
  ['/api/games/chess/box', false, 'game'],
  ['/api/tables', false, null],
  ['/api/tables/Kf3b-9QdXw2z', false, 'table'],
  ['/api/tables/Kf3b-9QdXw2z/at/12', false, 'part'],
  ['/api/tables/Kf3b-9QdXw2z/gains', false, null],
  ['/api/tables/Kf3b-9QdXw2z/notices', false, null],
  ['/api/feeds/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', false, null],
  ['/service-worker.js', false, null],
])('%s (navigation: %s) is kept as %s', (path, navigates, kind) =>
  expect(keptOf(path, navigates)?.kind ?? null).toBe(kind),
);

test('a page that was kept says so, and a proxy whose server is away counts as nobody', () => {
  expect(asKept(readFileSync('index.html', 'utf-8'))).toMatch(/<head>\s*<meta name="kept"/);
  expect([200, 404, 500, 502, 504].map(isAway)).toEqual([false, false, false, true, true]);
});

test('the manifest names icons that are there, in their sizes', () => {
  const { icons, start_url, scope } = JSON.parse(readFileSync('public/manifest.json', 'utf-8'));
  expect([start_url, scope]).toEqual(['./', './']); // also below a subpath
  const drawn = (icons as { src: string; sizes: string; purpose?: string }[]).filter(({ src }) => src.endsWith('.png'));
  for (const { src, sizes } of drawn) {
    const file = readFileSync(`public/${src}`);
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(drawn.map(({ purpose }) => purpose ?? 'any').sort()).toEqual(['any', 'any', 'maskable', 'maskable']);
});
