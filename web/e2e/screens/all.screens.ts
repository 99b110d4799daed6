/** All screens of the selection, looked at by the finders. With SAMPAN_SHEET=1 each is photographed instead, by day and by
    night, for a sheet that people look through; SAMPAN_SCREENS is a pattern for the names of some of them (“1024x768”, “light, (menu|end)”). */

import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { games } from '../../tests/found';
import { SHOTS, stage } from '../stage';
import { type Finding, line } from './finders';
import { look, nameOf } from './look';
import { LANGUAGES, selection, SIZES, THEMES } from './matrix';
import { drawSheets, type Shown } from './sheet';
import { STATES } from './states';
import { playersOf, Tables } from './tables';

const on = stage();
let tables: Tables | null = null;
const wanted = process.env.SAMPAN_SCREENS ?? '';
const sheet = process.env.SAMPAN_SHEET === '1';
const FOLDER = `${SHOTS}/screens`;
mkdirSync(FOLDER, { recursive: true });

const laid = games.flatMap((game) => playersOf(game).map((players) => ({ game, players })));
const full = laid.filter(({ game, players }) => players === Math.max(...playersOf(game)));
const BIG = SIZES.filter(({ touch, zoom, width }) => !touch && zoom === 1 && width >= 1280);
const all = [
  ...selection(
    laid,
    Object.keys(STATES).filter((state) => !STATES[state].apart),
  ),
  ...selection(laid, ['big screen'], BIG),
  ...selection(laid, ['box pieces']),
  ...selection(full, ['analysis', 'puzzles', 'puzzle', 'statistics', 'progress']),
  ...selection(laid.slice(0, 1), ['settings'], SIZES, LANGUAGES.slice(0, 2)),
].filter((choice) => nameOf(choice).match(new RegExp(wanted)));
const shown: Shown[] = [];

test.concurrent.each(all.map((choice) => [nameOf(choice), choice] as const))('%s', async (name, choice) => {
  const { address } = on.server;
  const seated = (tables ??= new Tables(address));
  const pictures: string[] = [];
  const looked = (): Promise<Finding[]> =>
    look({ address, browser: on.browser, tables: seated }, choice, async (page, part) => {
      if (!sheet) return;
      for (const theme of [choice.theme, ...THEMES.filter((other) => other !== choice.theme)]) {
        await page.emulateMedia({ colorScheme: theme });
        const file = `${nameOf({ ...choice, theme })} ${part}`.trim().replace(/[^\p{L}\d]+/gu, '-');
        await page.screenshot({ path: `${FOLDER}/${file}.png` });
        pictures.push(`${file}.png`);
      }
      await page.emulateMedia({ colorScheme: choice.theme });
    });
  let found = await looked();
  // A page waits for its letters half a second: on a busy machine they may come later, once.
  if (!sheet && found.some(({ finder }) => finder === 'moving')) found = await looked();
  shown.push({ choice, name, pictures, found: found.map(line) });
  if (!sheet) expect(found.map(line)).toEqual([]);
});

afterAll(async () => {
  writeFileSync(`${FOLDER}/findings.txt`, shown.flatMap(({ found }) => found.map((one) => `${one}\n`)).join(''));
  if (sheet) console.log((await drawSheets(on.browser, FOLDER, shown)).join('\n'));
});
