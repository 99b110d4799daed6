/** A phone in one hand: everybody's figures beside the board, tabs that turn under a finger, and moves that show first what they bring. */

import { expect, test } from 'vitest';
import { games } from '../tests/found';
import { goHome } from './company';
import { played, Tables } from './screens/tables';
import { stage, Visitor } from './stage';

const on = stage();
const UPRIGHT = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };

/** A phone at a table of two or four where its owner has to decide. */
async function phone(game: string, players = 2, viewport = UPRIGHT): Promise<Visitor> {
  const of = played(game, players);
  const laid = await new Tables(on.server.address).running(of, of.early, players, true);
  const visitor = await Visitor.arrive(on.browser, { viewport, hasTouch: true, isMobile: true });
  await visitor.context.addCookies(laid.cookies);
  await visitor.page.goto(`${on.server.address}${laid.path}`);
  await visitor.page.waitForSelector('.board [data-move]');
  await visitor.page.waitForSelector('[data-figures] td');
  return visitor;
}
const ply = ({ page }: Visitor): Promise<string | null> => page.locator('.frame[data-ply]').getAttribute('data-ply');
const tab = ({ page }: Visitor): Promise<number> =>
  page.locator('nav [role=tab]').evaluateAll((all) => all.findIndex((one) => one.ariaSelected === 'true'));

/** A place on the board that can be tapped where it stands. */
const reachable = ({ page }: Visitor): Promise<string> =>
  page.locator('.board .target.open').evaluateAll((all) => {
    const free = all.find((one) => {
      one.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-move]') === one;
    });
    return free!.getAttribute('data-move')!;
  });

/** A finger goes from one point to another, as the browser itself gets to know it. */
async function drawn({ context, page }: Visitor, from: [number, number], to: [number, number]): Promise<void> {
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number[]): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  await send('touchStart', from);
  for (let k = 1; k <= 6; k++)
    await send(
      'touchMove',
      [0, 1].map((n) => from[n] + ((to[n] - from[n]) * k) / 6),
    );
  await send('touchEnd');
  await touch.detach();
}

test.each(games)('a first tap shows what a move of %s would bring, a second plays it', async (game) => {
  const one = await phone(game);
  const { page } = one;
  const before = await ply(one);
  const move = await reachable(one);
  const place = page.locator(`.board [data-move="${move}"]`).first();
  await place.tap();
  await expect.poll(() => place.getAttribute('aria-pressed')).toBe('true');
  expect(await one.say()).toBe('Tap again to play');
  expect(await page.locator('.offers .shown').innerText()).not.toBe('');
  await one.shot(`phone-preview-${game}`);
  expect(await ply(one)).toBe(before);

  // A tap anywhere else drops it; a hint of it is played at once.
  await page.locator('.say').tap();
  await expect.poll(() => page.locator('.offers .shown').count()).toBe(0);
  expect(await place.getAttribute('aria-pressed')).toBe(null);
  await place.tap();
  await place.tap();
  await expect.poll(() => ply(one)).not.toBe(before);
  await goHome(one);
});

test('who does not want to see first what a move brings switches that off', async () => {
  const one = await phone(games[0]);
  const { page } = one;
  const before = await ply(one);
  await page.locator('[data-menu]').tap();
  expect(await page.locator('.menu .keys').count()).toBe(0);
  await page.locator('.menu [data-settings]').tap();
  expect(await page.locator('[data-setting=preview]').isChecked()).toBe(true);
  await page.locator('[data-setting=preview]').uncheck();
  await page.locator('[data-settings-close]').tap();
  await page
    .locator(`.board [data-move="${await reachable(one)}"]`)
    .first()
    .tap();
  await expect.poll(() => ply(one)).not.toBe(before);
  await goHome(one);
});

test('a finger turns from tab to tab, but moves what scrolls sideways', async () => {
  const one = await phone(games[0]);
  const { page } = one;
  await page.locator('nav [role=tab]').nth(1).tap();
  await drawn(one, [300, 500], [90, 510]);
  await expect.poll(() => tab(one)).toBe(2);
  await drawn(one, [90, 500], [300, 510]);
  await expect.poll(() => tab(one)).toBe(1);
  await drawn(one, [200, 650], [190, 400]); // down it scrolls
  expect(await tab(one)).toBe(1);
  await page.locator('nav [role=tab]').nth(3).tap();
  await page.locator('.frame .page').evaluate((area) => {
    const wide = document.createElement('p');
    Object.assign(wide.style, { position: 'fixed', inset: '200px 0', overflowX: 'auto', zIndex: '9' });
    const long = document.createElement('i');
    Object.assign(long.style, { display: 'block', width: '2000px', height: '400px' });
    wide.append(long);
    area.append(wide);
  });
  await drawn(one, [300, 500], [90, 510]);
  expect(await tab(one)).toBe(3);
  await goHome(one);
});

/** How many of everybody's figures are on the screen, whole, and what part of it the board has. */
const figures = ({ page }: Visitor, board: string) =>
  page.evaluate((where) => {
    const whole = (of: Element): boolean => {
      const { left, top, right, bottom } = of.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    };
    const area = document.querySelector(where)!.getBoundingClientRect();
    const cells = [...document.querySelectorAll('[data-figures] td, [data-figures] tr')];
    return {
      rows: document.querySelectorAll('[data-figures] tr').length,
      hidden: cells.filter((cell) => !whole(cell)).length,
      turns: document.querySelectorAll('[data-figures] tr[aria-current]').length,
      board: (area.width * area.height) / (innerWidth * innerHeight),
    };
  }, board);

test.each(games)('a phone shows the board of %s, everybody’s figures and one’s own hand together', async (game) => {
  for (const viewport of [UPRIGHT, ON_ITS_SIDE]) {
    const one = await phone(game, 4, viewport);
    const seen = await figures(one, '.page');
    expect(seen).toMatchObject({ rows: 4, hidden: 0, turns: 1 });
    expect(seen.board).toBeGreaterThan(0.4);
    await one.page.locator('nav [role=tab]').nth(2).tap();
    const sideways = await one.page.locator('.sheet').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    expect(sideways).toBe(0);
    // Its replay, too, with what the move did and the ways to step on.
    await one.page.goto(`${one.page.url()}/at/3`);
    await one.page.waitForSelector('[data-figures] td');
    const then = await figures(one, '.stage main');
    expect(then).toMatchObject({ rows: 4, hidden: 0, turns: 1 });
    expect(then.board).toBeGreaterThan(0.4);
    for (const what of ['.changes', 'input[type=range]', '[data-jump=next]'])
      expect(await one.page.locator(what).isVisible(), what).toBe(true);
    const low = await one.page.locator('input[type=range]').boundingBox();
    expect(low!.y + low!.height).toBeLessThanOrEqual(viewport.height);
    await goHome(one);
  }
});

test('a phone tells whole sentences of what happened since my last turn, and opens the rest', async () => {
  const [game] = games;
  const of = played(game, 3);
  const seat = await new Tables(on.server.address).running(of, of.late, 3, true);
  const one = await Visitor.arrive(on.browser, {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
  });
  const { page, context } = one;
  await context.addCookies(seat.cookies);
  await page.goto(`${on.server.address}${seat.path}`);
  const strip = page.locator('[data-digest]');
  const told = strip.locator('.told');
  await expect.poll(() => strip.locator('.more').innerText()).toMatch(/^and \d+ more$/);
  const more = Number((await strip.locator('.more').innerText()).match(/\d+/)![0]);
  const laid = await strip.evaluate((area) => {
    const { top, right, bottom } = area.getBoundingClientRect();
    const [high, room] = ['lineHeight', 'minHeight'].map((of) =>
      parseFloat(getComputedStyle(area)[of as 'lineHeight']),
    );
    const lines = [...area.querySelectorAll('.told, .more')].flatMap((part) => [...part.getClientRects()]);
    return {
      beyond: lines.filter((line) => line.right > right || line.bottom > bottom + 1).length,
      grown: new Set(lines.map((line) => Math.floor((line.top + line.height / 2 - top) / high))).size > room / high,
    };
  });
  expect(laid).toEqual({ beyond: 0, grown: false });
  const before = await told.count();
  // With more room there are more of them, as many as are missing from the others.
  await page.setViewportSize({ width: 700, height: 568 });
  await expect.poll(() => told.count()).toBeGreaterThan(before);
  await expect
    .poll(async () => {
      const rest = await strip.locator('.more').allInnerTexts();
      return (await told.count()) + Number(rest[0]?.match(/\d+/)?.[0] ?? 0);
    })
    .toBe(before + more);
  await strip.tap();
  expect(await page.locator('.digest li').count()).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.digest li').count()).toBe(0);
  await goHome(one);
});
