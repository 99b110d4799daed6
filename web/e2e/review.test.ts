/** The review of a finished game, on a wide screen and on a phone: chances, moments, sums, and learning from mistakes. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, goHome, PHONE } from './company';
import { stage, Visitor } from './stage';

const on = stage();

interface Seen {
  table: string;
  status: string;
  ply: number;
  you: number;
  to_move: number | null;
  legal: { text: string }[];
}

/** A game against a bot, played to its end without looking at it; the link to its table. */
async function finished({ context }: Visitor): Promise<string> {
  const { request } = context;
  const api = `${on.server.address}/api`;
  const [{ game }] = await (await request.get(`${api}/games`)).json();
  const seats = [
    { kind: 'human', name: 'Ann' },
    { kind: 'bot', bot: 'random', name: 'Bo' },
  ];
  const opened = await request.post(`${api}/tables`, { data: { game, seats, seed: 7 } });
  const at = `${api}/tables/${((await opened.json()) as { view: Seen }).view.table}`;
  let seen: Seen = await (await request.post(`${at}/start`)).json();
  while (seen.status === 'running') {
    const [move] = seen.to_move === seen.you ? seen.legal : [];
    const answer = move
      ? await request.post(`${at}/moves`, { data: { ply: seen.ply, move: move.text } })
      : await request.get(at);
    seen = answer.ok() ? await answer.json() : seen;
  }
  return `${on.server.address}/table/${seen.table}`;
}

test('a finished game is reviewed: a graph, moments, sums and lessons, on either screen', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  const link = await finished(ann);
  await page.goto(link);
  await page.locator('[data-review]').first().click();
  await page.waitForURL('**/review');
  await page.waitForSelector('[data-review=done]', { timeout: 400_000 }); // it gives way to all else on the machine
  expect(await page.locator('.plot polyline').count()).toBe(2);
  expect(await page.evaluate(() => localStorage.getItem('sampan.tables'))).toMatch(/"reviews":.*"accuracy"/); // for "My progress"
  await page.locator('.plot input').focus();
  await page.keyboard.press('End');
  const graph = page.locator('.here', { hasText: /\d/ }).first();
  await expect.poll(() => graph.innerText()).toMatch(/\d{2,}/);
  const { sheets, turns } = (await (await ann.context.request.get(`${apiOf(link)}/review`)).json()).review;
  for (const { start, luck, decisions, rivals, remainder, result } of sheets)
    expect(start + luck + decisions + rivals + remainder).toBeCloseTo(result, 6);
  expect(turns.length).toBeGreaterThan(5);
  await page.locator('[data-tab=summary]').click();
  expect(await page.locator('.sums').count()).toBe(2);
  await ann.shot('review-summary');
  expect(await AxeBuilder(page)).toEqual([]);
  await page.locator('[data-tab=moments]').click();
  expect(await page.locator('article[data-card]').count()).toBe(await page.locator('[data-moment]').count());
  await page.locator('[data-leave-review]').click();
  await page.waitForURL(link);

  const phone = await Visitor.arrive(on.browser, PHONE);
  await phone.page.goto(`${link}/review`);
  await phone.page.waitForSelector('[data-review=done]');
  await phone.page.waitForSelector('.table *');
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await phone.shot('review-phone');
  await goHome(ann, phone);
}, 480_000);
