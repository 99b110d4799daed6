/** A board that a game's package brings ready made, in plain JavaScript. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import faults from './axe';
import { installTiny } from './packages';
import { ownStage, Visitor } from './stage';

// Below a subpath, where the board must be found, too; so small a game need not be compiled.
const on = ownStage('/games', installTiny, {}, { SAMPAN_JIT: '0' });

async function sit(page: Page): Promise<void> {
  await page.goto(`${on.server.address}/`);
  await page.locator('[data-of=pebbles] [data-quick]').click();
  await page.waitForSelector('.generic');
}

test('a whole game is played on the board of its package', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await sit(page);
  const pebbles = page.locator('.pebble');
  await expect.poll(() => page.locator('.pebble.open').count()).toBe(3);
  expect(await page.locator('.generic pre').count()).toBe(0);
  expect(await page.locator('.generic [data-move]').count()).toBe(3); // the moves in words stay
  expect(await pebbles.last().getAttribute('aria-label')).toBe('Take 1');
  expect(await page.locator('.pebbles').evaluate((row) => getComputedStyle(row).display)).toBe('flex'); // its own style
  expect(await faults(page)).toEqual([]);

  // All of them at once is no move: the server's answer is shown.
  const prompt = await visitor.say();
  await pebbles.first().click();
  await expect.poll(() => visitor.say()).not.toBe(prompt);
  await visitor.shot('prebuilt');

  // Another language is spoken at once.
  const start = await pebbles.count();
  await page.evaluate(() => localStorage.setItem('sampan.language', 'pl'));
  await page.reload();
  await expect.poll(() => pebbles.last().getAttribute('aria-label')).toBe('Weź 1');

  let made = 0;
  while (!(await page.locator('.end').count())) {
    const left = await pebbles.count();
    const open = page.locator('.pebble.open');
    if ((await open.count()) === 0) {
      await page.waitForTimeout(40);
      continue;
    }
    await open.last().click();
    made++;
    await expect.poll(() => pebbles.count()).toBeLessThan(left);
  }
  expect(made).toBeGreaterThan(start / 6);
  expect(await pebbles.count()).toBe(0);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

const BROKEN = {
  'is no JavaScript': 'export function (',
  'has no mount': 'export const mounted = 1;',
  'throws when it is mounted': 'export function mount() { throw new Error("no"); }',
  'throws when the table changes':
    'export const mount = () => ({ update() { throw new Error("no"); }, destroy() { throw new Error("no"); } });',
};
test.each(Object.entries(BROKEN))('a board that %s leaves the table as text', async (_, script) => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  await page.route('**/page/board.js*', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await sit(page);
  await page.locator('.generic [data-move]').first().click();
  await page.waitForSelector('.generic pre:not(:empty)');
  expect(await page.locator('.generic [role=status]').innerText()).toMatch(/board doesn't work here/);
  await expect.poll(() => page.locator('.generic [data-move]').count()).toBe(3); // and one plays on
  await expect.poll(() => warned.filter((line) => line.includes('board.js')).length).toBeGreaterThan(0);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
