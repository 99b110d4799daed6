/** Feya's Swamp in a real browser: a whole game by clicking, tables of every size, every language, a phone. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import AxeBuilder from '../../../../e2e/axe';
import { Sitting, type Until } from './sitting';
import { few, long, stage, Visitor } from '../../../../e2e/stage';

const on = stage();

const sit = (
  visitor: Visitor,
  players: number,
  options: Record<string, string> = {},
  until: Until | null = null,
): Promise<Sitting> => Sitting.down(on.server.address, visitor, players, options, until);

const fits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth)
      wrong.push('the page scrolls');
    for (const part of document.querySelectorAll(
      '.actions, .rounds, .guides, .cards, .clan, .clan section, .map, .player',
    )) {
      const box = part.getBoundingClientRect();
      if (box.width === 0) continue; // not shown here
      const frame = (part.closest('.own, .left, .right, aside, main') ?? document.body).getBoundingClientRect();
      if (box.bottom > frame.bottom + 1 || box.right > frame.right + 1 || box.top < frame.top - 1)
        wrong.push(`${part.className} is cut off`);
    }
    return wrong;
  });

long('a whole game of two by clicking', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.locator('[data-of=feya] [data-quick]').first().waitFor();
  await visitor.shot('feya-lobby');
  await sit(visitor, 2);
  expect(await AxeBuilder(page)).toEqual([]);
  await visitor.shot('feya-2-start');
  await visitor.shifts();
  const made = new Set<string>();
  let [turns, dice] = [0, 7];
  const roll = (many: number): number => (dice = (dice * 1103515245 + 12345) % 2147483648) % many;
  const WORK = /^(fish|trade|build|sail|improve|celebrate|spirit):/;
  const choose = (moves: string[]): string | undefined => {
    const own = [...new Set(moves)].filter((move) => !move.startsWith('swap:'));
    if (own.length === 0) return undefined;
    const work = own.filter((move) => WORK.test(move));
    // Two actions a round, of a kind not played yet if there is one; then pass.
    if (own.includes('pass')) {
      const pick =
        turns < 2 ? (work.find((move) => !made.has(move.split(':')[0])) ?? work[roll(work.length || 1)]) : undefined;
      turns = pick ? turns + 1 : 0;
      made.add((pick ?? 'pass').split(':')[0]);
      return pick ?? 'pass';
    }
    const going = own.filter((move) => move !== 'done');
    const pick =
      going.length && !(own.includes('done') && roll(3) === 0) ? going[roll(going.length)] : own[own.length - 1];
    made.add(pick.split(':')[0]);
    return pick;
  };
  let shot = false;
  const clicks = await visitor.playOn(async () => {
    if (!shot && made.has('take') && (await page.locator('.round.now > b:text-is("III")').count())) {
      shot = true;
      await visitor.shot('feya-2-middle');
      await expect.poll(() => fits(page)).toEqual([]);
      expect(await AxeBuilder(page)).toEqual([]);
    }
    return page.locator('.end').isVisible();
  }, choose);
  expect(clicks).toBeGreaterThan(40);
  for (const kind of ['guide', 'track', 'site', 'boat', 'go', 'pass', 'take', 'done'])
    expect(made, kind).toContain(kind);
  expect([...made].filter((kind) => WORK.test(`${kind}:`)).length).toBeGreaterThan(3);
  const drawn = await page.evaluate(() =>
    performance
      .getEntriesByName('sampan-drawn')
      .map((entry) => entry.duration)
      .sort((a, b) => a - b),
  );
  const shifts = await visitor.shifts();
  console.log(
    `swamp: ${clicks} clicks, ${drawn.length} views drawn, median ${drawn[drawn.length >> 1].toFixed(1)} ms, layout shift of the whole game ${shifts.by.toFixed(4)} ${shifts.what.join(', ')}`,
  );
  expect(shifts.by).toBeLessThan(0.01);
  await visitor.shot('feya-2-end');
  await page.getByRole('button', { name: 'View board' }).click();
  await visitor.shot('feya-2-end-board');
  expect(await AxeBuilder(page)).toEqual([]);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

const TABLES: [string, number, boolean][] = [
  ['en', 4, true],
  ['ru', 3, false],
  ['es', 3, true],
  ['pl', 4, false],
];
test.each(few(TABLES, 2))('everything fits and has words in %s, with %i players', async (language, players, whole) => {
  const visitor = await Visitor.arrive(on.browser, { locale: language });
  const { page } = visitor;
  const words = async (): Promise<void> => {
    const shown = await page.evaluate(() => {
      const labels = [...document.querySelectorAll('[aria-label],[title]')].flatMap((one) => [
        one.getAttribute('aria-label'),
        one.getAttribute('title'),
      ]);
      return [
        document.body.innerText,
        ...labels,
        ...[...document.querySelectorAll('svg title')].map((one) => one.textContent),
      ].join('\n');
    });
    expect(shown.match(/\b(feya|table|refused|lobby|tab)_\w+/g) ?? []).toEqual([]);
    expect(shown).not.toMatch(/undefined|NaN|\{\w+\}|\[object/);
  };
  const look = async (name: string): Promise<void> => {
    await visitor.shot(`feya-${players}-${name}-${language}`);
    await expect.poll(() => fits(page)).toEqual([]);
    await words();
  };
  const sitting = await sit(visitor, players, { board1: 'advanced', clan1: 'salamander', board2: 'advanced' });
  await look('start');
  await sitting.on({ round: 3, ask: 'action' });
  await look('middle');
  await page.locator('aside [role=tab]').nth(3).click();
  await words();
  if (whole) {
    await sitting.on({ over: true });
    await page.locator('.ways button').nth(1).click();
    await look('end');
  }
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('what a hex would bring and why it is refused is seen before a click', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const sitting = await sit(visitor, 3, {}, { ask: 'start_site' });
  const open = (await visitor.moves()).filter((move) => move.startsWith('site:'));
  expect(open.length).toBeGreaterThan(0);
  await page.locator('.map [data-kind=water]:not([data-move])').first().hover({ force: true });
  await expect.poll(() => page.locator('.facts .no').innerText()).toMatch(/spirit|island/);
  await sitting.on({ round: 2, ask: 'action' });
  await page.locator('[data-kind=settlement]').first().hover({ force: true });
  await expect
    .poll(() => page.locator('.facts').innerText())
    .toMatch(/Island \d[\s\S]*costs you \d+ gold[\s\S]*festival/i);
  await visitor.shot('feya-island');
  const reached: number[] = []; // one boat may be hemmed in
  for (const boat of await page.locator('[data-boat^="0-"]').all()) {
    await boat.hover({ force: true });
    reached.push((await page.locator('.far').getAttribute('d'))!.length);
  }
  expect(Math.max(...reached)).toBeGreaterThan(100);
  await visitor.shot('feya-reach');
  // What is not its time says why, in the engine's words, with a way to the rules.
  await page.locator('.guides .target:not([data-move])').first().click({ force: true });
  await expect.poll(() => page.locator('.trouble').innerText()).toMatch(/^Not now/);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('a whole game by keyboard alone, with the focus always in sight', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.addInitScript(() => localStorage.setItem('sampan.wishes', JSON.stringify({ confirm: false })));
  await sit(visitor, 2);
  /** What has the focus, where, and whether its ring is seen. */
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement!;
      const shape = one.querySelector('.water, .tile, .wake, .space, .guide, .track');
      const ringed = (part: Element): boolean =>
        getComputedStyle(part).boxShadow.includes('0px 0px 0px 3px') || getComputedStyle(part).outlineStyle !== 'none';
      const ring =
        shape instanceof SVGElement
          ? getComputedStyle(shape).strokeWidth === '3px'
          : [one, ...(shape ? [shape] : [])].some(ringed);
      const box = one.getBoundingClientRect();
      return {
        move: one.getAttribute('data-move') ?? '',
        ring,
        at: [box.left + box.width / 2, box.top + box.height / 2],
      };
    });
  const made = new Set<string>();
  const kind = (move: string): string => move.split(':')[0];
  let [keys, played, steered] = [0, 0, 0];
  for (let n = 0; n < 3000 && !(await page.locator('.end').isVisible()); n++) {
    const own = (await visitor.moves()).filter((move) => !move.startsWith('swap:'));
    // What was not done yet; else whatever ends the round soon.
    const pick =
      own.find((move) => !made.has(kind(move)) && move !== 'pass') ??
      own.find((move) => /^(pass|done)$/.test(move)) ??
      own[0];
    if (!pick) {
      await page.waitForTimeout(20);
      continue;
    }
    let now = await focused();
    for (let tries = 0; tries < 90 && now.move !== pick; tries++, keys++) {
      await page.keyboard.press('n');
      now = await focused();
    }
    if (now.move !== pick) continue; // the table has changed meanwhile
    expect(now.ring, pick).toBe(true);
    // Among many hexes the arrows lead away and back.
    if (pick.startsWith('go:') && own.length > 8 && steered++ < 3) {
      const far: number[][] = [now.at];
      for (const arrow of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
        await page.keyboard.press(arrow);
        far.push((await focused()).at);
      }
      expect(new Set(far.map(String)).size).toBeGreaterThan(1);
      now = await focused();
    }
    await page.keyboard.press('Enter');
    made.add(kind(now.move));
    played++;
    await page
      .waitForFunction((move) => document.activeElement?.getAttribute('data-move') !== move, now.move, {
        timeout: 1000,
      })
      .catch(() => undefined);
  }
  expect(await page.locator('.end').isVisible()).toBe(true);
  for (const each of ['guide', 'track', 'site', 'boat', 'go', 'pass', 'take', 'done'])
    expect(made, each).toContain(each);
  console.log(`swamp by keyboard: ${played} moves, ${(keys / played).toFixed(1)} steps of the focus for each`);
  expect(keys / played).toBeLessThan(25);
  await page.waitForFunction(() => document.activeElement?.closest('.end') !== null);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('a phone has the swamp in reach of thumbs', async () => {
  const visitor = await Visitor.arrive(on.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const { page } = visitor;
  await sit(visitor, 4, {}, { round: 2, ask: 'action' });
  await visitor.shot('feya-phone-board');
  const small = () =>
    page
      .locator('button:visible, [data-hex]:visible, .spaces .target:visible, .tiles .target:visible')
      .evaluateAll((all) =>
        all
          .map((one) => [one.getBoundingClientRect(), one.getAttribute('aria-label')] as const)
          .filter(([box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(([box, label]) => `${label} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`),
      );
  expect(await small()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await AxeBuilder(page)).toEqual([]);
  const work = (await visitor.moves()).find((move) => /^(fish|trade|build|sail|improve|celebrate):/.test(move))!;
  await page.locator(`[data-move="${work}"]`).first().tap(); // shows what it would bring
  await page.locator(`.board [data-move="${work}"][aria-pressed=true]`).tap();
  await page.waitForFunction((move) => !document.querySelector(`[data-move="${move}"]`), work);
  await visitor.shot('feya-phone-boat');
  for (const [k, name] of [
    [1, 'mine'],
    [2, 'players'],
    [5, 'text'],
  ] as const) {
    await page.locator('nav [role=tab]').nth(k).tap();
    await visitor.shot(`feya-phone-${name}`);
    await expect.poll(small).toEqual([]);
  }
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('a swamp without gaps has its 127 hexes, and how far a boat gets is there before anything is painted', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  // The large side without its gaps: the same names, 127 hexes.
  await page.route('**/api/games/feya/box', async (route) => {
    const box = await (await route.fetch()).json();
    box.maps.large.art = box.maps.large.art.replaceAll('.', '~');
    await route.fulfill({ json: box });
  });
  await Sitting.down(on.server.address, visitor, 4, {}, { round: 2, ask: 'action' });
  expect(await page.locator('.map [data-hex]:not([data-boat])').count()).toBe(127);
  const drawn = await page.evaluate(async () => {
    const found: boolean[] = [];
    for (const boat of document.querySelectorAll('[data-boat]')) {
      boat.dispatchEvent(new PointerEvent('pointerleave', { bubbles: true }));
      await new Promise((frame) => requestAnimationFrame(frame));
      boat.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      await Promise.resolve(); // before anything is painted
      found.push(document.querySelector('.map .far') !== null);
    }
    return found;
  });
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).not.toContain(false);
  await visitor.shot('feya-127');
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
