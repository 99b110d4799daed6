/** What can be set for a browser: light or dark, patterns, sizes; and a table on a big screen. */

import { expect, test } from 'vitest';
import { games } from '../tests/found';
import AxeBuilder from './axe';
import { stage, Visitor } from './stage';

const on = stage();
const PAPER = 'rgb(243, 234, 213)';
const NIGHT = 'rgb(11, 18, 38)';
const behind = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** A running table with a human in the first seat and a bot in the other. */
async function opened(host: Visitor, game: string): Promise<string> {
  const seats = [
    { kind: 'human', name: 'Ada' },
    { kind: 'bot', bot: 'random', name: 'Bo' },
  ];
  const asked = { game, options: { players: 2 }, seats, listed: false, pace: { kind: 'none', amount: 0 } };
  const answer = await host.context.request.post(`${on.server.address}/api/tables`, { data: asked });
  const { table } = ((await answer.json()) as { view: { table: string } }).view;
  await host.context.request.post(`${on.server.address}/api/tables/${table}/start`);
  return table;
}

test('the page is light or dark as the system wishes, or as one chooses, in all tabs and after a reload', async () => {
  const visitor = await Visitor.arrive(on.browser, { colorScheme: 'dark' });
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.locator('[data-settings]').waitFor();
  expect(await behind(visitor)).toBe(NIGHT);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await behind(visitor)).toBe(PAPER);

  const other = await visitor.context.newPage();
  await other.goto(`${on.server.address}/progress`);
  await page.locator('[data-settings]').click();
  await page.waitForSelector('dialog[open]');
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  expect(await AxeBuilder(page)).toEqual([]);
  await page.locator('[data-setting="theme:dark"]').check({ force: true });
  expect(await behind(visitor)).toBe(NIGHT);
  await expect.poll(() => other.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-settings'))).toBe(true);

  // Whatever is painted before the page's own script has run is dark already.
  await page.route(/\/assets\/index-.*\.js/, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => behind(visitor)).toBe(NIGHT);
  expect(await page.locator('#app > *').count()).toBe(0);
  expect(await page.locator('#splash').isVisible()).toBe(true); // but it is no empty page
  expect(await page.locator('meta[name=theme-color][media=all]').getAttribute('data-of')).toBe('dark');
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('the menu takes the focus and gives it back; one’s name is changed there, and settings are reached from it', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const table = await opened(visitor, games[0]);
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('.board');
  const focusIn = (where: string): Promise<boolean> =>
    page.evaluate((place) => document.activeElement?.closest(place) !== null, where);
  await page.locator('[data-menu]').click();
  await expect.poll(() => focusIn('.menu')).toBe(true);
  expect(await page.locator('.menu .keys').count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 }); // which has no keys to speak of
  await expect.poll(() => page.locator('.menu .keys').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await page.waitForSelector('.menu', { state: 'detached' });
  expect(await focusIn('[data-menu]')).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator('.menu [data-own-name]').fill('Zoë');
  await page.locator('.menu [data-rename]').click();
  await page.waitForSelector('.player:has-text("Zoë")');
  await page.locator('.menu [data-settings]').click();
  await page.waitForSelector('dialog[open]');
  await page.locator('[data-setting=motion]').check();
  expect(await page.evaluate(() => document.documentElement.dataset.motion)).toBe('off');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusIn('[data-menu]')).toBe(true);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('what opens at a table or a replay wears the colors of its game', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const colors = (what: string): Promise<string> =>
    page
      .locator(what)
      .first()
      .evaluate((one) => ['--panel', '--line'].map((name) => getComputedStyle(one).getPropertyValue(name)).join(' '));
  const found: string[] = [];
  for (const game of games) {
    const table = await opened(visitor, game);
    await page.goto(`${on.server.address}/table/${table}`);
    await page.waitForSelector('.prompt.mine');
    const worn = await colors('.board');
    await page.locator('[data-ask-hint]').click();
    await page.waitForSelector('[data-hint]');
    expect(await colors('[role=dialog]')).toBe(worn);
    await page.keyboard.press('Escape');
    await page.locator('[data-menu]').click();
    expect(await colors('.menu')).toBe(worn);
    await page.goto(`${on.server.address}/table/${table}/at/0`);
    await page.waitForSelector('.changes');
    expect(await colors('.changes')).toBe(worn);
    expect(await colors('select')).toBe(worn); // of languages, for one
    found.push(worn);
  }
  expect(new Set(found).size).toBe(games.length);
  await visitor.context.close();
});

test.each(games)('what belongs to somebody at %s has a pattern of its own where that is wished', async (game) => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const table = await opened(visitor, game);
  await page.addInitScript(() =>
    localStorage.setItem('sampan.wishes', JSON.stringify({ patterns: true, notation: true, size: 'large' })),
  );
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('.board [data-pattern]', { state: 'attached' });
  const clans = new Set(
    await page.locator('[data-pattern]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pattern'))),
  );
  expect(clans.size).toBe(2);
  const drawn = await page.evaluate(
    (names) =>
      names.map((name) => document.querySelector(`pattern[id$="-pattern-${name}"] path`)?.getAttribute('d') ?? name),
    [...clans],
  );
  expect(new Set(drawn).size).toBe(2);
  expect(drawn.every((path) => path?.startsWith('M'))).toBe(true);
  const scale = await page.locator('.inner').evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a);
  expect(scale).toBe(1.25);
  expect(await page.locator('.board :is(text.name, .names text)').count()).toBeGreaterThan(5);
  await visitor.shot(`patterns-${game}`);
  expect(await AxeBuilder(page)).toEqual([]);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('rules are printed whole, without the table behind them', async () => {
  const visitor = await Visitor.arrive(on.browser, { colorScheme: 'dark' });
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.locator(`[data-of=${games[0]}] .learn .plain`).first().click();
  await page.waitForSelector('.rules section');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main [data-quick]').first().isVisible()).toBe(false);
  expect(await page.locator('.rules nav').isVisible()).toBe(false);
  const whole = await page.evaluate(() => ({
    list: document.querySelector('.rules .list')!.scrollHeight - document.querySelector('.rules .list')!.clientHeight,
    page: document.documentElement.scrollHeight > 3 * innerHeight,
    ink: getComputedStyle(document.body).color,
  }));
  expect(whole).toEqual({ list: 0, page: true, ink: 'rgb(42, 28, 14)' });
  await visitor.context.close();
});

test.each(games)('a big screen follows %s without a hand, though this browser holds a seat', async (game) => {
  const visitor = await Visitor.arrive(on.browser, { viewport: { width: 1280, height: 720 } });
  const { page, context } = visitor;
  const table = await opened(visitor, game);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  const sockets = page.waitForEvent('websocket');
  await page.goto(`${on.server.address}/table/${table}/watch`);
  await page.waitForSelector('[data-wall] .board');
  await sockets;
  const ours = asked.filter((address) => address.includes(`/api/tables/${table}`));
  expect(ours.length).toBeGreaterThan(1);
  expect(ours.filter((address) => !new URL(address).searchParams.has('watch'))).toEqual([]);
  expect(await page.locator('[data-wall] [data-move]').count()).toBe(0);
  expect(await page.locator('button:visible').count()).toBe(0);
  expect(await AxeBuilder(page)).toEqual([]);

  const api = `${on.server.address}/api/tables/${table}`;
  interface Seen {
    ply: number;
    you: number;
    to_move: number;
    legal: { text: string }[];
  }
  const see = async (): Promise<Seen> => (await (await context.request.get(api)).json()) as Seen;
  await expect.poll(async () => (await see()).to_move).toBe(0);
  const { ply, legal } = await see();
  await context.request.post(`${api}/moves`, { data: { ply, move: legal[0].text } });
  await expect
    .poll(async () => Number(await page.locator('[data-wall]').getAttribute('data-ply')))
    .toBeGreaterThan(ply);
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [2560, 1440],
  ]) {
    await page.setViewportSize({ width, height });
    await visitor.shot(`wall-${game}-${width}`);
    const whole = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('[data-wall] .board, [data-wall] .player, [data-wall] .told')];
      const outside = parts.filter((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      });
      return { parts: parts.length, outside: outside.map((part) => part.className) };
    });
    expect(whole.parts).toBeGreaterThan(3);
    expect(whole.outside).toEqual([]);
  }
  expect(visitor.faults).toEqual([]);
  await context.close();
});

test('an address that leads nowhere says so and knows a way on', async () => {
  const visitor = await Visitor.arrive(on.browser, { locale: 'pl-PL' });
  const { page } = visitor;
  for (const lost of [
    '/tabel/abc',
    '/first/chess',
    '/statistics/chess',
    '/table/aaaaaaaaaaaa',
    '/table/aaaaaaaaaaaa/watch',
  ]) {
    await page.goto(on.server.address + lost);
    await page.waitForSelector('main h1');
    expect(await page.locator('main h1').innerText(), lost).toMatch(/Tu nic nie ma|Nie ma takiego stołu/);
    expect(await page.locator('button.gold').count(), lost).toBe(1);
  }
  await page.locator('button.gold').click();
  await page.waitForSelector('[data-quick]');
  await visitor.context.close();
});
