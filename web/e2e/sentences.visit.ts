/** Visits every screen in one language (SAMPAN_LANGUAGE) and prints what stands there: each text once, where it is first met;
    a picture of each screen lies in `shots`. Nothing is checked here: it is for whoever reads the language. */

import { test } from 'vitest';
import { games } from '../tests/found';
import { learn } from './lesson';
import { SHOTS, stage, Visitor } from './stage';

const on = stage();
const LANGUAGE = process.env.SAMPAN_LANGUAGE ?? 'en';
const LOCALES: Record<string, string> = { en: 'en-US', es: 'es-ES', pl: 'pl-PL', ru: 'ru-RU' };
const [HOST, GUEST] = ['Ольга', 'Bartek'];
const met = new Set<string>();
let shots = 0;

/** All that can be read or heard on the screen: texts, labels, tips, what a field says while it is empty. */
async function read({ page }: Visitor, screen: string): Promise<void> {
  await page.waitForTimeout(400);
  const lines = await page.evaluate(() => {
    const found = document.body.innerText.split('\n');
    for (const one of document.querySelectorAll('[aria-label], [data-tip], [placeholder], [title], option'))
      for (const name of ['aria-label', 'data-tip', 'placeholder', 'title']) {
        const text = one.getAttribute(name);
        if (text) found.push(text);
      }
    for (const one of document.querySelectorAll('option')) found.push(one.textContent ?? '');
    return found;
  });
  const fresh = [...new Set(lines.map((line) => line.trim()))].filter((line) => /\p{L}/u.test(line) && !met.has(line));
  fresh.forEach((line) => met.add(line));
  const picture = `${SHOTS}/${LANGUAGE}-${String(++shots).padStart(2, '0')}-${screen.replace(/\W+/g, '-')}.png`;
  await page.screenshot({ path: picture });
  console.log(`\n=== ${screen} (${picture}) ===\n${fresh.map((line) => `  ${line}`).join('\n')}`);
}

const arrive = (): Promise<Visitor> => Visitor.arrive(on.browser, { locale: LOCALES[LANGUAGE] });

interface Seen {
  status: string;
  to_move: number | null;
  you: number | null;
  ply: number;
  legal: { text: string }[];
}

/** Play on by the API, any move, until the table is as wished for. */
async function playOn({ context }: Visitor, table: string, until: (seen: Seen) => boolean): Promise<void> {
  const api = `${on.server.address}/api/tables/${table}`;
  for (let n = 0; n < 5000; n++) {
    const seen = (await (await context.request.get(api)).json()) as Seen;
    if (until(seen)) return;
    if (seen.to_move === seen.you && seen.legal.length) {
      const move = seen.legal[(n * 7) % seen.legal.length].text;
      await context.request.post(`${api}/moves`, { data: { ply: seen.ply, move } });
    } else await new Promise((wait) => setTimeout(wait, 30));
  }
}

async function opened(host: Visitor, game: string, seats: object[]): Promise<string> {
  const asked = { game, options: { players: seats.length }, seats, listed: true, pace: { kind: 'none', amount: 0 } };
  const answer = await host.context.request.post(`${on.server.address}/api/tables`, { data: asked });
  return ((await answer.json()) as { view: { table: string } }).view.table;
}

test('lobby, waiting room and what goes wrong', async () => {
  const [host, guest] = [await arrive(), await arrive()];
  const { page } = host;
  await page.goto(on.server.address);
  await page.waitForSelector('.game small');
  await read(host, 'lobby');
  await page.locator('.own summary').click();
  for (const game of games) {
    await page.locator('[data-game-choice]').selectOption(game);
    await read(host, `setting up a table of ${game}`);
  }
  const table = await opened(host, games[0], [
    { kind: 'human', name: HOST },
    { kind: 'open' },
    { kind: 'bot', bot: 'club', name: 'Bot 1' },
  ]);
  await page.goto(`${on.server.address}/table/${table}`);
  await read(host, 'waiting room, host');
  await guest.page.goto(`${on.server.address}/table/${table}`);
  await read(guest, 'waiting room, guest');
  await guest.page.locator('label input').fill(GUEST);
  await guest.page.locator('li button.gold').first().click();
  await read(guest, 'waiting room, seated');
  await page.locator('[data-closing]').click();
  await read(host, 'closing the table');
  await page.locator('[data-remove="1"]').click();
  await read(guest, 'removed');
  await page.locator('[data-close]').click();
  await read(guest, 'table closed');
  await page.goto(on.server.address);
  await page.locator('.own summary').click();
  await page.locator('[data-seat="1"]').selectOption('here');
  await page.locator('[data-open]').click();
  await page.waitForSelector('.cover, .board');
  const cover = page.locator('.cover');
  for (let n = 0; n < 40 && !(await cover.isVisible()); n++) {
    const moves = await host.moves();
    if (moves.length) await host.click(moves[moves.length - 1]);
    if (await page.locator('[data-move=confirm]').isVisible()) await page.keyboard.press('y');
    await page.waitForTimeout(150);
  }
  await read(host, 'passing the device');
  await page.goto(`${on.server.address}/table/aaaaaaaaaaaa`);
  await read(host, 'no such table');
  await page.goto(`${on.server.address}/replay`);
  await read(host, 'replay without a record');
  await page.goto(on.server.address);
  await page
    .locator('input[data-record]')
    .setInputFiles({ name: 'damaged.json', mimeType: 'application/json', buffer: Buffer.from('{"moves":') });
  await read(host, 'damaged record');
  await Promise.all([host.context.close(), guest.context.close()]);
});

test.each(games)(
  'a game of %s from its first screen to its replay',
  async (game) => {
    const [host, guest] = [await arrive(), await arrive()];
    const { page } = host;
    const table = await opened(host, game, [
      { kind: 'human', name: HOST },
      { kind: 'open' },
      { kind: 'bot', bot: 'random', name: 'Мария' },
    ]);
    await guest.page.goto(`${on.server.address}/table/${table}`);
    await guest.page.locator('label input').fill(GUEST);
    await guest.page.locator('li button.gold').first().click();
    await guest.page.waitForTimeout(500);
    await host.context.request.post(`${on.server.address}/api/tables/${table}/start`);
    await page.goto(`${on.server.address}/table/${table}`);
    await page.waitForSelector('.board');
    await read(host, `${game}: table`);
    const both = async (until: (seen: Seen) => boolean): Promise<void> => {
      let done = false;
      const either = (seen: Seen): boolean => (done ||= until(seen) || seen.status === 'over');
      await Promise.all([playOn(host, table, either), playOn(guest, table, either)]);
    };
    await both((seen) => seen.ply > 40 && seen.to_move === 0 && seen.you === 0);
    await read(host, `${game}: my turn`);
    await read(guest, `${game}: waiting`);
    for (const one of await page.locator('[role=tab]').all()) {
      await one.click().catch(() => undefined);
      await read(host, `${game}: tab`);
    }
    await page.locator('header [data-menu]').click();
    await read(host, `${game}: menu`);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.board');
    const pieces = await page.locator('.board [data-help], .board [aria-label]').all();
    for (const piece of pieces.slice(0, 60)) await piece.hover({ timeout: 200, force: true }).catch(() => undefined);
    await read(host, `${game}: pieces pointed at`);
    await guest.page
      .locator('.board [data-move]')
      .first()
      .click({ force: true, timeout: 500 })
      .catch(() => undefined);
    await read(guest, `${game}: not my turn`);
    const api = `${on.server.address}/api/tables/${table}`;
    const { ply } = (await (await host.context.request.get(api)).json()) as Seen;
    await host.context.request.post(`${api}/takeback`, { data: { ply, back_to: ply - 3 } });
    await read(host, `${game}: request sent`);
    await read(guest, `${game}: request to answer`);
    await page
      .locator('[data-withdraw]')
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await page.locator('[data-ask-hint]').click();
    await read(host, `${game}: hint is thinking`);
    await page.waitForSelector('[data-hint]', { timeout: 90_000 }).catch(() => undefined);
    await read(host, `${game}: hint`);
    await page.reload();
    await page.waitForSelector('.board');
    await page.keyboard.press('?');
    await read(host, `${game}: rules`);
    await page.locator('input[type=search], .rules input').first().fill('qqqq');
    await read(host, `${game}: rules, nothing found`);
    await both((seen) => seen.status === 'over');
    await page.goto(`${on.server.address}/table/${table}`);
    await page.waitForSelector('.ways', { timeout: 30_000 });
    await read(host, `${game}: end`);
    await page.goto(`${on.server.address}/table/${table}/at/20`);
    await page.waitForSelector('output');
    await read(host, `${game}: replay`);
    await learn(host, on.server.address, game, `visit-${game}`, async (step) => {
      await read(host, `${game}: lesson, ${step}`);
      for (const question of await page.locator('.lesson [data-ask]').all()) {
        await question.click();
        console.log(`  ${await question.innerText()} ${await page.locator('.lesson .answer span').innerText()}`);
        await question.click();
      }
    });
    await page.goto(`${on.server.address}/puzzles/${game}`);
    await page.waitForSelector('h1');
    await read(host, `${game}: puzzles`);
    await page.goto(`${on.server.address}/puzzles/${game}/day`);
    if (await page.waitForSelector('[data-puzzle]', { timeout: 5000 }).catch(() => null)) {
      await read(host, `${game}: a puzzle`);
      await page.locator('[data-answer]').click();
      await read(host, `${game}: its answer`);
    }
    await page.goto(`${on.server.address}/first/${game}`);
    await page.waitForSelector('h2');
    await read(host, `${game}: first game`);
    const phone = await Visitor.arrive(on.browser, {
      locale: LOCALES[LANGUAGE],
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.page.goto(on.server.address);
    await read(phone, `${game}: lobby on a phone`);
    await phone.page.locator(`[data-lesson="${game}"]`).tap();
    await phone.page.waitForSelector('.lesson');
    await read(phone, `${game}: lesson on a phone`);
    await phone.page.locator('.lesson [data-leave-lesson]').tap();
    await phone.page.waitForSelector('.lesson', { state: 'detached' });
    for (const one of await phone.page.locator('[role=tab]').all()) {
      await one.tap().catch(() => undefined);
      await read(phone, `${game}: tab on a phone`);
    }
    await phone.context.close();
    await Promise.all([host.context.close(), guest.context.close()]);
  },
  600_000,
);
