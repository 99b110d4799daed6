/** How long a new view takes until it is presented, at the pace of the game: bots pause as they do for people, and whoever plays
    looks before the next move. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Sitting } from './sitting';
import { stage, Visitor } from './stage';
import { presented } from './trace';

const on = stage();
const MOVES = Number(process.env.MOVES ?? 15); // for figures worth writing down: MOVES=40
const [PACE, PAUSE] = [300, 0.25]; // ms from a move to the look for the next; seconds between bots' moves, as the server has it for people

const share = (times: number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)];
const told = (times: number[]): string =>
  `${times.length}, median ${share(times, 0.5).toFixed(1)} ms, 95% within ${share(times, 0.95).toFixed(1)} ms, slowest ${share(times, 1).toFixed(1)} ms`;
const ownWork = (page: Page): Promise<number[]> =>
  page.evaluate(() => performance.getEntriesByName('sampan-script').map((entry) => entry.duration));

test('127 hexes with all their pieces are redrawn at once, and how far a boat gets is there in the same frame', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  // The large side without its gaps: the same names, 127 hexes.
  await page.route('**/api/games/feya/box', async (route) => {
    const box = await (await route.fetch()).json();
    box.maps.large.art = box.maps.large.art.replaceAll('.', '~');
    await route.fulfill({ json: box });
  });
  const { table } = await Sitting.down(on.server.address, visitor, 4, {}, { round: 4, ask: 'action' });
  await on.server.pausing(PAUSE);
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('.map .water');
  await page.waitForTimeout(500);
  expect(await page.locator('.map [data-hex]:not([data-boat])').count()).toBe(127);
  await page.evaluate(() => performance.clearMeasures());
  let plies = 0;
  const play = () =>
    visitor.playOn(
      () => plies >= Math.min(16, MOVES),
      (moves) => {
        const pick =
          moves.find((move) => /^(boat|go|site|track|lay|feast):/.test(move)) ??
          moves.find((move) => /^(sail|build|trade|fish|improve|celebrate):/.test(move)) ??
          moves.find((move) => /^(swap|done|pass|take|guide)/.test(move));
        if (pick) plies++;
        return pick;
      },
      2000,
      PACE,
    );
  const seen = await presented(on.browser, play);
  const script = await ownWork(page);
  const reach = await page.evaluate(async () => {
    const [took, own]: number[][] = [[], []];
    for (const boat of document.querySelectorAll('[data-boat]')) {
      boat.dispatchEvent(new PointerEvent('pointerleave', { bubbles: true }));
      await new Promise((frame) => requestAnimationFrame(frame));
      const start = performance.now();
      boat.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      await Promise.resolve(); // before anything is painted
      own.push(document.querySelector('.map .far') ? performance.now() - start : Infinity);
      await new Promise((frame) => requestAnimationFrame(frame));
      took.push(performance.now() - start);
    }
    return { took, own };
  });
  console.log(
    `swamp of 127: ${told(seen)}; the page's own work ${told(script)}; reach of ${reach.own.length} boats in place: ${told(reach.own)}, next frame: ${told(reach.took)}`,
  );
  expect(seen.every(Number.isFinite)).toBe(true); // how long is for a person to read: no test depends on the clock
  expect(reach.own.every(Number.isFinite)).toBe(true);
  await visitor.shot('feya-127');
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('moves on the river are on the screen at once', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await on.server.pausing(PAUSE);
  await page.goto(on.server.address);
  await page.locator('[data-of=river] [data-quick="2"]').click();
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).length > 0,
    () => undefined,
  );
  await page.waitForTimeout(500);
  await page.evaluate(() => performance.clearMeasures());
  let made = 0;
  const first = (moves: string[], kind: RegExp): string | undefined => moves.find((move) => kind.test(move));
  const choose = (moves: string[]): string | undefined => {
    const pick =
      first(moves, /^confirm$/) ??
      first(moves, /^(end|roll)$/) ??
      first(moves, /^(deliver|discard|take|good|journey|merchant|sell|marker|royal|patron)/) ??
      first(moves, /^build/) ??
      first(moves, /^sail/) ??
      first(moves, /^stop/);
    if (pick) made++;
    return pick;
  };
  const seen = await presented(on.browser, () => visitor.playOn(() => made >= MOVES, choose, 2000, PACE));
  console.log(`river: views presented: ${told(seen)}; the page's own work: ${told(await ownWork(page))}`);
  expect(seen.length).toBeGreaterThan(MOVES / 3); // a move that is asked about first takes two clicks
  expect(seen.every(Number.isFinite)).toBe(true);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
