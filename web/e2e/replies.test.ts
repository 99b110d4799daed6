/** A slow game in two browsers: a reply is planned while another decides, outlives a reload, and is played or dropped. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, BOARD, goHome, PHONE, sitDown, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
type Seen = { you: number; to_move: number; ply: number; legal: { text: string }[] };
const SEED = 3;
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
    const cut = await step
      .locator('[data-ahead]')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2).length);
    expect(cut).toBe(0); // however many there are, each has room for its words
    const pick = texts.toSorted((a, b) => rank(a) - rank(b))[0];
    await step.locator(`[data-ahead="${pick}"]`).click();
    chosen.push(pick);
    await page.waitForFunction(
      (old) => document.querySelector<HTMLElement>('[data-planning]')?.innerText !== old,
      before,
    );
  }
  await page.waitForSelector('[data-reply=waits]');
  return chosen;
}
/** Both at a table of two days a move, always with the same deal. */
async function slowTable(ann: Visitor, ben: Visitor): Promise<string> {
  const [{ game }] = await (await ann.context.request.get(`${on.server.address}/api/games`)).json();
  const seats = [{ kind: 'human', name: 'Ann' }, { kind: 'open' }];
  const data = { game, seats, pace: { kind: 'days', amount: 2 }, seed: SEED };
  const opened = await ann.context.request.post(`${on.server.address}/api/tables`, { data });
  const link = `${on.server.address}/table/${(await opened.json()).view.table}`;
  await sitDown(ben, link, 'Ben');
  await ann.page.goto(link);
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  return link;
}
async function move(one: Visitor, link: string, text: string): Promise<void> {
  const { ply } = await viewOf<Seen>(one, link);
  const answer = await one.context.request.post(`${apiOf(link)}/moves`, { data: { ply, move: text } });
  expect(answer.status()).toBe(200);
}
/** Whoever must decide does so until the other must. */
async function playOn(one: Visitor, link: string): Promise<void> {
  for (let n = 0; n < 30; n++) {
    const { to_move, you, legal } = await viewOf<Seen>(one, link);
    if (to_move !== you) return;
    await move(one, link, legal.map(({ text }) => text).toSorted((a, b) => rank(a) - rank(b))[0]);
  }
}

test('a planned reply is played when just that comes, and dropped with a word to its owner when not', async () => {
  const [ann, ben] = await Promise.all([Visitor.arrive(on.browser), Visitor.arrive(on.browser, PHONE)]);
  const link = await slowTable(ann, ben);
  const first = (await viewOf<Seen>(ann, link)).to_move;
  const [decides, waits] = first === 0 ? [ann, ben] : [ben, ann];
  expect(await decides.page.locator('[data-plan-reply]').count()).toBe(0);
  const chosen = await plan(waits);
  expect(chosen.filter((text) => rank(text) === SURE.length)).toEqual([]); // nothing hidden matters on the way
  await waits.page.reload();
  await waits.page.waitForSelector('[data-reply=waits]:has-text("Nobody else sees this")');
  await waits.shot('reply-planned');
  expect(await AxeBuilder(waits.page)).toEqual([]);
  // Whoever watches learns nothing of it.
  const eve = await Visitor.arrive(on.browser);
  await eve.page.goto(link);
  await eve.page.waitForSelector(BOARD);
  expect(await eve.page.locator('[data-plan-reply], [data-reply]').count()).toBe(0);
  for (const text of chosen.slice(0, -1)) await move(decides, link, text);
  await waits.page.waitForSelector('[data-reply=played]');
  await waits.shot('reply-played');
  // Whoever played it goes on; when the turn is over, that is no news any more, and something is planned that does not come.
  await playOn(waits, link);
  await waits.page.waitForSelector('[data-reply]', { state: 'detached' });
  const [expected] = await plan(waits);
  const view = await viewOf<Seen>(decides, link);
  await move(
    decides,
    link,
    view.legal.map(({ text }) => text).find((text) => text !== expected)!,
  );
  await waits.page.waitForSelector('[data-reply=dropped]:has-text("the game took a different course")');
  await waits.shot('reply-dropped');
  await waits.page.locator('[data-reply-drop]').click();
  await waits.page.waitForSelector('[data-reply]', { state: 'detached' });
  // Whatever the other does now, something that is always allowed is played.
  await playOn(waits, link);
  await waits.page.locator('[data-plan-reply]').click();
  await waits.page.locator('[data-ahead-whatever]').click();
  await waits.page.waitForSelector('[data-planning]:has-text("Whatever happens, I play this if I can")');
  await waits.shot('reply-whatever');
  await waits.page.locator('[data-ahead^="sail"]').first().click();
  await waits.page.waitForSelector('[data-reply=waits]:has-text("Whatever happens →")');
  await playOn(decides, link);
  await waits.page.waitForSelector('[data-reply=played]');
  await goHome(ann, ben, eve);
});
