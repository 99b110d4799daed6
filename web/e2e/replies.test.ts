/** A slow game in two browsers: a reply is planned while another decides, outlives a reload, and is played or dropped. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, BOARD, goHome, layTable, PHONE, sitDown, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
type Seen = { you: number; to_move: number; ply: number; legal: { text: string }[] };
const SURE = ['end', 'sail', 'good', 'build', 'take']; // what depends on nobody's hand, the end of a turn first
const rank = (text: string): number => {
  const found = SURE.findIndex((how) => text.startsWith(how));
  return found < 0 ? SURE.length : found;
};

/** Choose step by step what the other will do, and then a reply; what was chosen. */
async function plan({ page }: Visitor): Promise<string[]> {
  const chosen: string[] = [];
  await page.locator('[data-plan-reply]').click();
  for (let mine = false; !mine;) {
    const step = page.locator('[data-planning]');
    await expect.poll(() => step.locator('[data-ahead]').count()).toBeGreaterThan(0);
    mine = /then I play/.test(await step.innerText());
    const texts = await step
      .locator('[data-ahead]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-ahead') ?? ''));
    const before = await step.innerText();
    const pick = texts.toSorted((a, b) => rank(a) - rank(b))[0];
    await step.locator(`[data-ahead="${pick}"]`).click();
    chosen.push(pick);
    await expect.poll(async () => (await step.count()) === 0 || (await step.innerText()) !== before).toBe(true);
  }
  await page.waitForSelector('[data-reply=waits]');
  return chosen;
}
async function move(one: Visitor, link: string, text: string): Promise<void> {
  const { ply } = await viewOf<Seen>(one, link);
  const answer = await one.context.request.post(`${apiOf(link)}/moves`, { data: { ply, move: text } });
  expect(answer.status()).toBe(200);
}

test('a planned reply is played when just that comes, and dropped with a word to its owner when not', async () => {
  const [ann, ben] = await Promise.all([Visitor.arrive(on.browser), Visitor.arrive(on.browser, PHONE)]);
  let link: string;
  let chosen: string[];
  let decides: Visitor;
  let waits: Visitor;
  // Until a deal in which nothing hidden matters on the way.
  do {
    link = await layTable(ann, on.server.address, ['open'], { pace: '2 days' });
    await sitDown(ben, link, 'Ben');
    await ann.page.locator('button.big:not([disabled])').click();
    await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
    const first = (await viewOf<Seen>(ann, link)).to_move;
    [decides, waits] = first === 0 ? [ann, ben] : [ben, ann];
    expect(await decides.page.locator('[data-plan-reply]').count()).toBe(0);
    chosen = await plan(waits);
  } while (chosen.some((text) => rank(text) === SURE.length));
  await waits.page.reload();
  await waits.page.waitForSelector('[data-reply=waits]:has-text("Nobody else sees this")');
  await waits.shot('reply-planned');
  expect(await AxeBuilder(waits.page)).toEqual([]);
  for (const text of chosen.slice(0, -1)) await move(decides, link, text);
  await waits.page.waitForSelector('[data-reply=played]');
  await waits.shot('reply-played');
  await waits.page.locator('[data-reply-drop]').click();
  await waits.page.waitForSelector('[data-reply]', { state: 'detached' });
  // Whoever played it goes on; when the turn is over, the other plans something that does not come.
  for (let n = 0; n < 30; n++) {
    const view = await viewOf<Seen>(waits, link);
    if (view.to_move !== view.you) break;
    await move(waits, link, view.legal.map(({ text }) => text).toSorted((a, b) => rank(a) - rank(b))[0]);
  }
  const [expected] = await plan(waits);
  const view = await viewOf<Seen>(decides, link);
  await move(
    decides,
    link,
    view.legal.map(({ text }) => text).find((text) => text !== expected)!,
  );
  await waits.page.waitForSelector('[data-reply=dropped]:has-text("the game went another way")');
  await waits.shot('reply-dropped');
  await goHome(ann, ben);
});
