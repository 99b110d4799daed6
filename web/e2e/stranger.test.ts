/** A game the page has no board for: one of the server's, under a name that the page has never heard of. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { games } from '../tests/found';
import faults from './axe';
import { viewOf } from './company';
import { few, stage, Visitor } from './stage';

const on = stage();
const NAME = 'stranger';

/** Whatever the server calls the game, the page hears another name, and the other way round. */
async function disguise(page: Page, game: string): Promise<void> {
  const to = (text: string): string => text.replaceAll(`:"${game}"`, `:"${NAME}"`).replaceAll(`"${game}_`, `"${NAME}_`);
  const from = (text: string): string => text.replaceAll(`"${NAME}"`, `"${game}"`);
  await page.route('**/api/**', async (route) => {
    const asked = route.request();
    const body = asked.postData();
    const url = asked.url().replace(`/games/${NAME}/`, `/games/${game}/`);
    try {
      const answer = await route.fetch({ url, postData: body === null ? undefined : from(body) });
      await route.fulfill({ response: answer, body: to(await answer.text()) });
    } catch {
      // The page has gone elsewhere and waits for no answer.
    }
  });
  await page.routeWebSocket(/\/live/, (line) => {
    const server = line.connectToServer();
    server.onMessage((message) => line.send(to(String(message))));
  });
}

test.each(few(games, 1))('%s under a name nobody knows is played on the generic table', async (game) => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await disguise(page, game);
  await page.goto(on.server.address);
  const card = page.locator(`[data-of=${NAME}]`);
  await card.locator('h2', { hasText: /[A-Z]/ }).waitFor(); // its title, in words
  await card.locator('[data-quick]').click();
  await page.waitForSelector('.generic pre:not(:empty)');
  const picture = page.locator('.generic pre');
  const table = new URL(page.url()).pathname.split('/').at(-1);
  const asked = await page.request.get(`${on.server.address}/api/tables/${table}/picture?at=0&language=en`);
  const first = ((await asked.json()) as { text: string }).text;
  expect(first.split('\n').length).toBeGreaterThan(8);
  const mine = () => page.locator('.generic [data-move]').count();
  await expect.poll(mine).toBeGreaterThan(0);

  // Every move in words, with a preview; a move changes the picture, and an undo brings it back.
  const words = await page.locator('.generic [data-move]').allInnerTexts();
  expect(words.filter((text) => /[_{]/.test(text) || text.trim() === '')).toEqual([]);
  await page.locator('.generic [data-move]').first().hover();
  await expect.poll(() => page.locator('.say .hint').count()).toBe(1);
  expect(await faults(page)).toEqual([]);
  await visitor.shot(`generic-${game}`);
  const before = await picture.innerText();
  const made = async () => (await viewOf<{ moves: number }>(visitor, page.url())).moves;
  const back = page.getByRole('button', { name: 'Undo' });
  let [played, undone] = [0, false];
  const enough = async (): Promise<boolean> => {
    if (!undone && (await back.isEnabled())) {
      const until = await made();
      await page.keyboard.press('u');
      await expect.poll(made).toBe(until - 1);
      undone = true;
    }
    return undone && played > 20;
  };
  await visitor.playOn(enough, ([move]) => {
    played += move ? 1 : 0;
    return move;
  });
  await expect.poll(() => picture.innerText()).not.toBe(before);
  const said = await page.locator('.log').innerText();
  expect(said).not.toMatch(/stranger_\w+/);
  expect(said.length).toBeGreaterThan(50);

  // A hint, and the game so far, move by move.
  await expect.poll(mine).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('[data-hint]');
  await page.goto(`${page.url()}/at/0`);
  await page.waitForSelector('.generic pre:not(:empty)');
  expect(await picture.innerText()).toBe(first);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('1 /'));
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
