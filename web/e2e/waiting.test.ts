/** Before a game: quick games as one wishes, one's name, and the waiting room with all one needs to know and say there. */

import { expect, test } from 'vitest';
import { games } from '../tests/found';
import AxeBuilder from './axe';
import { apiOf, BOARD, goHome, layTable, PHONE, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
type Seen = { you: number; status: string; options: Record<string, string>; seats: { name: string }[] };
/** Counts the sounds a page makes. */
const listen = (one: Visitor) =>
  one.page.addInitScript(() => {
    Object.assign(window, { sounds: 0 });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
      (window as unknown as { sounds: number }).sounds++;
      start.apply(this, given);
    };
  });
const sounds = (one: Visitor) => one.page.evaluate(() => (window as unknown as { sounds: number }).sounds);

test('a quick game has the level and number that were chosen, which are remembered, and my name', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  await page.goto(on.server.address);
  await page.locator('header [data-name]').fill('Ann');
  const card = page.locator(`[data-of=${games[0]}]`);
  await card.locator('[data-quick-players]').selectOption('3');
  await card.locator('[data-quick-level]').selectOption('learner');
  await expect.poll(() => card.locator('[data-quick]').innerText()).toBe('Play against 2 bots');
  await ann.shot('lobby-quick');
  await card.locator('[data-quick]').click();
  await page.waitForSelector(BOARD);
  const view = await (await ann.context.request.get(apiOf(page.url()))).json();
  expect(view.seats.map(({ bot }: { bot: string | null }) => bot).sort()).toEqual(['learner', 'learner', null]);
  expect(view.seats[view.you].name).toBe('Ann');
  await page.goto(on.server.address);
  await page.locator(`[data-of=${games[1]}] [data-quick]:has-text("Play against 2 bots")`).waitFor();
  expect(await page.locator(`[data-of=${games[1]}] [data-quick-level]`).inputValue()).toBe('learner');
  expect(await page.locator('header [data-name]').inputValue()).toBe('Ann');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ann.shot('phone-lobby-quick');
  await goHome(ann);
});

test('the waiting room says who is here and what is played, changes bots, and has rules, chat and a way out', async () => {
  const [ann, ben] = await Promise.all([Visitor.arrive(on.browser), Visitor.arrive(on.browser, PHONE)]);
  await listen(ann);
  const { page } = ann;
  await page.goto(on.server.address);
  await page.locator('header [data-name]').fill('Ann');
  await page.locator('.own summary').click();
  await page.locator('[data-players]').selectOption('3');
  await page.locator('[data-seat="1"]').selectOption('open');
  await page.locator('[data-open]').click();
  await page.waitForURL('**/table/*');
  const link = page.url();
  await page.locator('[data-option=patrons]').waitFor();
  // The bot's level: the host's to change, everybody's to see.
  await page.locator('[data-level-of="2"]').selectOption('expert');
  await page.locator('[data-sound]').check();
  await ben.page.goto(link);
  await ben.page.waitForSelector('li:has-text("Bot"):has-text("expert")');
  expect(await ben.page.locator('[data-level-of]').count()).toBe(0);
  await ben.page.locator('label input').fill('Ben');
  const before = await sounds(ann);
  await ben.page.locator('li button.gold').first().click();
  await page.waitForSelector('li:has-text("Ben")');
  await expect.poll(() => sounds(ann)).toBeGreaterThan(before);
  // A name can still be changed; one that somebody has is refused.
  await page.locator('[data-own-name]').fill('ben');
  await page.locator('[data-rename]').click();
  await page.waitForSelector('text=Someone at this table already has that name.');
  await page.locator('[data-own-name]').fill('Anna');
  await page.locator('[data-rename]').click();
  await ben.page.waitForSelector('li:has-text("Anna")');
  // Words, also for who comes back after a reload.
  await ben.page.locator('.chat input').fill('ready when you are');
  await ben.page.locator('.chat button').click();
  await page.waitForSelector('.chat:has-text("ready when you are")');
  await ben.page.reload();
  await ben.page.waitForSelector('.chat:has-text("ready when you are")');
  await Promise.all([ann.shot('waiting-room'), ben.shot('phone-waiting-room')]);
  for (const one of [ann, ben]) expect(await AxeBuilder(one.page)).toEqual([]);
  expect(await ben.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Here already one's seat can be had on another device, and everybody sees who is there.
  const desk = await Visitor.arrive(on.browser);
  await ben.page.locator('[data-device-link]').click();
  await desk.page.goto(await ben.page.locator('.address input').inputValue());
  await desk.page.waitForSelector('li:has-text("Ben") em:has-text("you")');
  await ben.page.waitForSelector('[data-device-done]');
  await ben.page.goto('about:blank');
  await page.waitForSelector('li [data-presence="1"][data-here="true"]');
  await desk.page.reload();
  await desk.page.waitForSelector('li [data-presence="0"][data-here="true"]');
  await ben.page.goto(link);
  await page.locator('[data-rules]').click();
  await page.waitForSelector('[role=dialog]');
  await page.keyboard.press('Escape');
  // The host gets up: the table is Ben's now.
  await page.locator('[data-leave]').click();
  await ben.page.waitForSelector('[data-level-of="2"]');
  await page.waitForSelector('li button.gold');
  await goHome(ann, ben, desk);
});

test('seats and clans are drawn when the last one comes and the game starts by itself; who watches may chat', async () => {
  const [ann, ben, eve] = await Promise.all([
    Visitor.arrive(on.browser),
    Visitor.arrive(on.browser, PHONE),
    Visitor.arrive(on.browser),
  ]);
  const link = await layTable(ann, on.server.address, ['open', 'bot'], { seating: 'random' });
  await ann.page.locator('[data-auto-start]').check();
  await eve.page.goto(link);
  await eve.page.locator('[data-option=seating]:has-text("random")').waitFor();
  expect(await eve.page.locator('.chat form').count()).toBe(0);
  await ann.page.locator('[data-watchers-chat]').check();
  await eve.page.locator('[data-chat-name]').fill('Eve');
  await eve.page.locator('.chat form input:not(.name)').fill('good luck');
  await eve.page.locator('.chat form button').click();
  await ann.page.waitForSelector('.chat:has-text("Eve good luck")');
  await ben.page.goto(link);
  await ben.page.locator('label input').fill('Ben');
  await ben.page.locator('li button.gold').first().click();
  await Promise.all([ann, ben, eve].map((one) => one.page.waitForSelector(BOARD))); // nobody pressed a button
  const [hers, his] = await Promise.all([ann, ben].map((one) => viewOf<Seen>(one, link)));
  expect(hers.seats[hers.you].name).toBe('Ann');
  expect(his.seats[his.you].name).toBe('Ben');
  expect(Object.entries(hers.options).filter(([name]) => /clan[123]/.test(name))).toEqual(
    ['clan1', 'clan2', 'clan3'].map((name) => [name, 'random']),
  );
  await ben.page.reload();
  await ben.page.waitForSelector(BOARD);
  // The host thinks better of it.
  await ann.page.locator('header [data-menu]').click();
  await ann.page.locator('.menu [data-watchers-chat]').uncheck();
  await eve.page.getByRole('tab', { name: /Chat/ }).click();
  await eve.page.waitForSelector('[role=log]:has-text("good luck")');
  await expect.poll(() => eve.page.locator('form').count()).toBe(0);
  await goHome(ann, ben, eve);
});

test('one device for three finds its own seats again after they were drawn', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  const link = await layTable(ann, on.server.address, ['here', 'here'], { seating: 'random' });
  const ply = async () => (await viewOf<{ ply: number }>(ann, link)).ply;
  const cover = page.locator('.cover button');
  /** Whoever is to move takes the device, sees their own moves, and makes one. */
  const goOn = async (): Promise<number> => {
    if (await cover.isVisible()) await cover.click();
    const moves = await ann.moves();
    if (moves.length) await ann.make(moves.find((move) => move === 'confirm') ?? moves[0]);
    return ply();
  };
  for (let n = 0; n < 10; n++) {
    if (n === 5) await page.reload();
    await expect.poll(goOn).toBeGreaterThan(await ply());
  }
  await goHome(ann);
});
