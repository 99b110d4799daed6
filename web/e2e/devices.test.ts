/** One's own seat on a computer and a phone, each a real browser: a link that is good once, who is here, a way back. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf as api, BOARD, goHome, layTable, PHONE, sitDown, viewOf } from './company';
import { ownStage, Visitor } from './stage';

const on = ownStage('', undefined, { presence: 0.5 });
type Seen = { you: number | null; ply: number; to_move: number; legal: { text: string }[] };
const seen = (one: Visitor, link: string) => viewOf<Seen>(one, link);

/** Ann and Ben at a running table for two. */
async function begin(pace = ''): Promise<{ ann: Visitor; ben: Visitor; link: string }> {
  const [ann, ben] = await Promise.all([Visitor.arrive(on.browser), Visitor.arrive(on.browser)]);
  const link = await layTable(ann, on.server.address, ['open'], { pace });
  await sitDown(ben, link, 'Ben');
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  return { ann, ben, link };
}

test('a seat is opened on a phone by a link that is good once, and both play', async () => {
  const { ann, ben, link } = await begin();
  await ben.page.locator('header [data-menu]').click();
  await ben.page.locator('[data-device-link]').click();
  await ben.page.waitForSelector('svg[aria-label="QR code of the link"] path');
  const once = await ben.page.locator('.address input').inputValue();
  expect(new URL(once).hash).toMatch(/^#seat=[\w-]{32}$/);
  await ben.shot('device-link');
  expect(await AxeBuilder(ben.page)).toEqual([]);
  const phone = await Visitor.arrive(on.browser, PHONE);
  const asked: string[] = [];
  phone.page.on('request', (request) => asked.push(request.url()));
  await phone.page.goto(once);
  await phone.page.waitForSelector('nav [role=tab]');
  expect(phone.page.url()).toBe(link);
  expect(asked.filter((url) => url.includes(new URL(once).hash.slice(6)))).toEqual([]); // in no address that is sent
  expect([(await seen(phone, link)).you, (await seen(ben, link)).you]).toEqual([1, 1]);
  await ben.page.waitForSelector('[data-device-done]');
  await phone.shot('phone-device');
  // Whoever finds the link later is told so, and can watch.
  const late = await Visitor.arrive(on.browser, PHONE);
  await late.page.goto(once);
  await late.page.waitForSelector('[data-foreign]:has-text("This link was already used.")');
  await late.shot('phone-device-used');
  await late.page.goto(`${link}#seat=${'x'.repeat(32)}`);
  await late.page.reload();
  await late.page.waitForSelector('[data-foreign]:has-text("no longer valid")');
  // A reload in the middle, and moves from either device.
  await phone.page.reload();
  await phone.page.waitForSelector('nav [role=tab]');
  const { to_move } = await seen(ann, link);
  const mover = to_move === 1 ? phone : ann;
  const before = await seen(mover, link);
  await mover.context.request.post(`${api(link)}/moves`, { data: { ply: before.ply, move: before.legal[0].text } });
  await expect.poll(async () => (await seen(ben, link)).ply).toBe(before.ply + 1);
  await phone.page.locator('header [data-menu]').click();
  await phone.page.locator('[data-forget]').click();
  await ben.page.waitForSelector('.about:has-text("You\'re watching")');
  await goHome(ann, ben, phone, late);
});

test('a strip shows whether the other is here, and a page loaded anew is not gone', async () => {
  const { ann, ben, link } = await begin();
  const dot = (here: boolean) => ann.page.waitForSelector(`[data-presence="1"][data-here="${here}"]`);
  await dot(true);
  await ann.shot('presence-here');
  expect(await ann.page.locator('[data-presence]').count()).toBe(1); // nobody has to be told of themselves
  const phone = await Visitor.arrive(on.browser, PHONE);
  await ben.page.locator('header [data-menu]').click();
  await ben.page.locator('[data-device-link]').click();
  await phone.page.goto(await ben.page.locator('.address input').inputValue());
  await phone.page.waitForSelector('nav [role=tab]');
  await ben.page.goto('about:blank');
  await phone.page.reload(); // still here, on the phone
  await phone.page.waitForSelector('nav [role=tab]');
  await phone.page.getByRole('tab', { name: 'Players' }).click();
  await phone.page.waitForSelector('[data-presence="0"][data-here="true"]');
  await phone.shot('phone-presence');
  await dot(true);
  await phone.page.goto('about:blank');
  await dot(false);
  expect(await ann.page.locator('[data-presence="1"]').innerText()).toMatch(/^last seen: /);
  await ann.shot('presence-away');
  await ben.page.goto(link);
  await dot(true);
  // Whoever goes away for some days says so, and comes back.
  await ben.page.locator('header [data-menu]').click();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await ben.page.locator('[data-away-until]').fill(day);
  await ann.page.waitForSelector('[data-presence="1"]:has-text("away until")');
  await ann.shot('away-until');
  await ben.page.locator('[data-away-back]').click();
  await ann.page.waitForSelector('[data-presence="1"]:has-text("here")');
  await goHome(ann, ben, phone);
});

test('a clock counts down on the strip, a bot takes over at zero, and the owner returns', async () => {
  const { ann, ben, link } = await begin('10 minutes per player, +10 sec per turn');
  await expect.poll(() => ann.page.locator('[data-clock]').count()).toBe(2); // one runs, one stands
  await ann.shot('clocks');
  expect(await ann.page.locator('[data-clock]:has(small)').innerText()).toMatch(/a bot takes over/);
  const { to_move } = await seen(ann, link);
  const [late, other] = to_move === 0 ? [ann, ben] : [ben, ann];
  on.server.runOut(link);
  await late.page.waitForSelector('[data-return]');
  await late.shot('time-out');
  await other.page.waitForSelector(`[data-piece="seat:${to_move}"] [data-stand-in]:has-text("a bot is playing")`);
  await other.page.getByRole('tab', { name: 'Chat' }).click();
  await other.page.waitForSelector('text=runs out of time, and a bot takes over');
  await late.page.locator('[data-return]').click();
  await late.page.waitForSelector('[data-return]', { state: 'detached' });
  await other.page.waitForSelector('[data-stand-in]', { state: 'detached' });
  expect((await seen(late, link)).you).toBe(to_move);
  await goHome(ann, ben);
});

test('a recovery link brings one back after the browser has forgotten everything', async () => {
  const { ann, ben, link } = await begin();
  // A link beside its button fits into the menu in every language.
  const { page } = ben;
  for (const language of ['es', 'pl', 'ru', 'en']) {
    await page.locator('header [data-menu]').click();
    await page.locator('.menu [data-settings]').click();
    await page.locator('dialog[open] select').selectOption(language);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.locator('header [data-menu]').click();
    await page.locator('[data-recovery-link]').click();
    await page.locator('.address input').waitFor();
    expect(
      await page.locator('.menu[role=dialog]').evaluate((menu) => menu.scrollWidth - menu.clientWidth),
      language,
    ).toBe(0);
    if (language !== 'en') await page.keyboard.press('Escape');
  }
  const kept = await page.locator('.address input').inputValue();
  await ben.shot('recovery-link');
  await ben.context.clearCookies();
  await ben.page.evaluate(() => localStorage.clear());
  await ben.page.goto(link);
  await ben.page.waitForSelector('.about:has-text("You\'re watching")');
  await ben.page.goto('about:blank');
  await ben.page.goto(kept);
  await ben.page.waitForSelector('.board');
  expect((await seen(ben, link)).you).toBe(1);
  await goHome(ann, ben);
});
