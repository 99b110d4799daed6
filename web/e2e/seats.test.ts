/** Who sits where, in a real browser: guests removed and invited, tables closed, lost answers, and what others must agree to. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { BOARD, caughtUp, goHome, layTable, sitDown } from './company';
import { ownStage, Visitor } from './stage';

const on = ownStage('');
const table = (host: Visitor, seats: string[]) => layTable(host, on.server.address, seats);
const arrive = (count: number, options = {}) =>
  Promise.all(Array.from({ length: count }, () => Visitor.arrive(on.browser, options)));

test('a host removes a guest, invites another to the seat, and closes the table after being asked', async () => {
  const [ann, ben, cleo] = await arrive(3);
  const link = await table(ann, ['open', 'bot']);
  await sitDown(ben, link, 'Ben');
  await ann.page.locator('[data-remove="1"]').click();
  await ben.page.waitForSelector('text=The host removed you from this table.');
  expect(await ben.page.getByRole('button', { name: 'Join' }).count()).toBe(0);
  await ann.page.locator('[data-invite="1"]').click();
  const invitation = await ann.page.locator('li input').inputValue();
  await ann.shot('waiting-room');
  await ben.shot('waiting-removed');
  await ann.page.setViewportSize({ width: 390, height: 844 });
  expect(await ann.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ann.shot('phone-waiting-room');
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await cleo.page.goto(invitation);
  await cleo.page.waitForSelector('em:has-text("you")');
  await ann.page.waitForSelector('button.big:not([disabled])');
  await ann.page.locator('[data-closing]').click();
  await ann.shot('waiting-closing');
  await ann.page.getByRole('button', { name: 'Cancel' }).click();
  await ann.page.locator('[data-closing]').click();
  await ann.page.locator('[data-close]').click();
  for (const one of [ann, ben, cleo]) await one.page.waitForSelector('text=This table is closed');
  await cleo.shot('closed');
  await goHome(ann, ben, cleo);
});

test('a bot is changed once the other player has agreed, also after a reload', async () => {
  const [ann, ben] = await arrive(2);
  const link = await table(ann, ['open', 'bot']);
  await sitDown(ben, link, 'Ben');
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  await ann.page.locator('header [data-menu]').click();
  await ann.page.locator('[data-seat-of="2"] select').selectOption('expert');
  await ann.shot('menu-seats');
  const sent = ann.page.waitForSelector('.trouble:has-text("Request sent")');
  await ann.page.locator('[data-seat-of="2"] button').click();
  await sent;
  await ben.page.waitForSelector('[data-proposal]');
  await ben.page.reload();
  await ben.page.waitForSelector('[data-agree]');
  expect(await ben.page.locator('[data-proposal]').innerText()).toMatch(/Ann wants to set the bot level for .*expert/);
  await ann.page.waitForSelector('[data-proposal]:has-text("Waiting for Ben")');
  await Promise.all([ann.shot('proposal-asked'), ben.shot('proposal-answer')]);
  expect(await AxeBuilder(ben.page)).toEqual([]);
  await ben.page.setViewportSize({ width: 390, height: 844 });
  await ben.page.waitForSelector('nav [role=tab]');
  await ben.shot('phone-proposal');
  await ben.page.locator('[data-agree]').click();
  for (const one of [ann, ben]) await one.page.waitForSelector('[data-proposal]', { state: 'detached' });
  const view = await (await ann.context.request.get(link.replace('/table/', '/api/tables/'))).json();
  expect(view.seats[2].bot).toBe('expert');
  await goHome(ann, ben);
});

test('a take-back asked for shows on every screen, and whoever asked can withdraw it', async () => {
  const [ann, ben] = await arrive(2);
  const link = await table(ann, ['open']);
  await sitDown(ben, link, 'Ben');
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  const api = link.replace('/table/', '/api/tables/');
  const seen = async (one: Visitor) => (await one.context.request.get(api)).json();
  for (let [n, moved] = [0, false]; n < 60; n++) {
    const view = await seen(ann);
    if (view.to_move === 1 && moved && view.undo === null) break; // what Ann could undo she need not ask for
    const one = view.to_move === 0 ? ann : ben;
    moved ||= one === ann;
    const { legal, ply } = await seen(one);
    const texts = legal.map((move: { text: string }) => move.text) as string[];
    const pick =
      texts.find((text) => /^(end|roll)$/.test(text)) ?? texts.find((text) => /^sail/.test(text)) ?? texts[0];
    await one.context.request.post(`${api}/moves`, { data: { ply, move: pick } });
  }
  expect((await seen(ann)).undo).toBe(null);
  const moves = (await seen(ann)).moves as number;
  const ask = async () => {
    await caughtUp(ann);
    await ann.page.locator('header [data-menu]').click();
    await ann.page.locator('[data-takeback]').click();
  };
  await ask();
  await ben.page.waitForSelector('[data-agree]');
  await Promise.all([ann.shot('takeback-asked'), ben.shot('takeback-answer')]);
  await ann.page.locator('[data-withdraw]').click();
  await ben.page.waitForSelector('[data-proposal]', { state: 'detached' });
  await ask();
  const told = ann.page.waitForSelector('.trouble:has-text("Ben declines")'); // which fades
  await ben.page.locator('[data-decline]').click();
  await told;
  await ann.page.waitForSelector('[data-unread]:has-text("1")'); // which does not
  await ann.page.waitForSelector('[data-proposal]', { state: 'detached' });
  expect((await seen(ann)).moves).toBe(moves);
  await ask();
  await ben.page.locator('[data-agree]').click();
  await ann.page.waitForSelector('[data-proposal]', { state: 'detached' });
  expect((await seen(ann)).moves).toBeLessThan(moves);
  await goHome(ann, ben);
});

test('a join whose answer is lost is asked again by itself and finds the same seat', async () => {
  const [ann, ben] = await arrive(2);
  const link = await table(ann, ['open', 'open']);
  const keys: string[] = [];
  await ben.page.route('**/join', async (route) => {
    keys.push(route.request().postDataJSON().key);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server has done it, but nobody hears of it
    return route.abort();
  });
  await sitDown(ben, link, 'Ben');
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  await ann.page.waitForSelector('li:has-text("Ben")');
  expect(await ann.page.locator('li:has-text("open seat")').count()).toBe(1);
  await goHome(ann, ben);
});

test('whoever leaves is asked first, and finds the way back', async () => {
  await on.server.pausing(20); // or the bots would have finished by then
  const [ann] = await arrive(1);
  await ann.page.goto(on.server.address);
  await ann.page.locator('[data-quick] >> nth=0').click();
  await ann.page.waitForSelector(BOARD);
  const address = ann.page.url();
  await ann.page.locator('header [data-menu]').click();
  await ann.page.getByRole('button', { name: 'Leave game' }).click();
  await ann.page.waitForSelector('text=Leave the game?');
  await ann.shot('leave-question');
  await ann.page.locator('[data-leave]').click();
  await ann.page.waitForSelector('[data-quick]');
  // The lobby says so, and has the way back; so has the table.
  const row = ann.page.locator('[data-standing="left"]');
  expect(await row.innerText()).toMatch(/A bot is playing for you/);
  await ann.shot('lobby-left');
  await row.locator('[data-return]').click();
  await ann.page.waitForSelector(BOARD);
  /** Wherever the draw has put me. */
  const seatOfMine = async () => {
    const { you, seats } = await (await ann.context.request.get(address.replace('/table/', '/api/tables/'))).json();
    return seats[you]?.kind;
  };
  expect(await seatOfMine()).toBe('human');
  await ann.page.locator('header [data-menu]').click();
  await ann.page.getByRole('button', { name: 'Leave game' }).click();
  await ann.page.locator('[data-leave]').click();
  await ann.page.waitForSelector('[data-quick]');
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await row.waitFor();
  expect(await ann.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await ann.shot('phone-lobby-left');
  await ann.page.goto(address);
  await ann.page.locator('[data-return]').waitFor();
  await ann.shot('left');
  await ann.page.locator('[data-return]').click();
  await ann.page.waitForSelector('[data-return]', { state: 'detached' });
  expect(await seatOfMine()).toBe('human');
  await goHome(ann);
});

test('a guest reports a name, the host the table, and the operator closes it while its board stays', async () => {
  const [ann, ben] = await arrive(2);
  const link = await table(ann, ['open']);
  await sitDown(ben, link, 'Ben');
  await ben.page.locator('[data-report]').click();
  await ben.page.locator('[data-report-about]').selectOption({ label: 'Name: Ann' });
  await ben.page.locator('textarea').fill('Not a nice name');
  expect(await AxeBuilder(ben.page)).toEqual([]);
  await ben.shot('report');
  const answer = ben.page.waitForResponse((response) => response.url().endsWith('/report'));
  await ben.page.locator('[data-report-send]').click();
  expect((await answer).request().postDataJSON()).toEqual({ seat: 0, words: 'Not a nice name' });
  expect((await answer).status()).toBe(200);
  await ben.page.waitForSelector("text=The site's operator will take a look.");
  await ann.page.locator('button.big:not([disabled])').click();
  await ann.page.waitForSelector(BOARD);
  await ann.page.locator('[data-menu]').click();
  await ann.page.locator('[data-report]').click();
  await ann.page.locator('[data-report-send]').click();
  await ann.page.waitForSelector("text=The site's operator will take a look.");
  const name = new URL(link).pathname.split('/').at(-1)!;
  const words = ['admin', 'close', name, '--yes', '--database', on.server.database];
  execFileSync(process.env.PYTHON ?? '../.venv/bin/python', ['-m', 'sampan.cli', ...words]);
  for (const one of [ann, ben]) {
    await one.page.waitForSelector('header :text("Closed by the site\'s operator")');
    expect(await one.page.locator(BOARD).first().isVisible()).toBe(true);
  }
  await ben.page.reload();
  await ben.page.waitForSelector(BOARD);
  await ben.shot('closed-game');
  await goHome(ann, ben);
});
