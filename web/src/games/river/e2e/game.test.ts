import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import AxeBuilder from '../../../../e2e/axe';
import { expect, test } from 'vitest';
import { caughtUp, goHome, layTable, viewOf } from '../../../../e2e/company';
import { few, SHOTS, stage, Visitor } from '../../../../e2e/stage';
import { sensible } from './sensible';

const on = stage();

const table = (visitor: Visitor, seats: string[]) => layTable(visitor, on.server.address, seats);

test('a newcomer sits down with one click and plays a whole game to its end by clicking', async () => {
  const visitor = await Visitor.arrive(on.browser, { reducedMotion: 'no-preference' });
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.waitForSelector('[data-quick]');
  await page.waitForSelector('.game small:not(:empty)'); // the server has answered
  expect((await visitor.shifts()).by).toBeLessThan(0.01);
  await visitor.shot('lobby');
  expect(await AxeBuilder(page)).toEqual([]);
  await table(visitor, ['bot']);
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).length > 0,
    () => undefined,
  );
  await visitor.shot('board-2-early');
  expect(await AxeBuilder(page)).toEqual([]);
  const scrolls = await page.evaluate(() => [
    document.documentElement.scrollHeight > innerHeight,
    document.documentElement.scrollWidth > innerWidth,
  ]);
  expect(scrolls).toEqual([false, false]);
  await page.evaluate(() => performance.clearMeasures()); // of laying the table; from here on it is moves
  await visitor.shifts();
  let [late, idle] = [false, false];
  const choose = (moves: string[]): string | undefined => {
    const pick = sensible(moves);
    idle = pick === undefined;
    return pick;
  };
  const made = await visitor.playOn(async () => {
    if (!idle) return false; // whoever asks takes the page's time
    if (
      !late &&
      /left.{0,3}$|: 1 tile/.test(
        (await page
          .locator('[aria-label^="Era 2"]')
          .getAttribute('aria-label')
          .catch(() => '')) ?? '',
      )
    ) {
      late = true;
      await visitor.shot('board-2-late');
    }
    return page.locator('.end').isVisible();
  }, choose);
  expect(made).toBeGreaterThan(30);
  const shifts = await visitor.shifts();
  for (const [name, about] of [
    ['sampan-script', "views taken in (the page's own work)"],
    ['sampan-drawn', 'views drawn (until they are on the screen)'],
  ]) {
    const took = await page.evaluate(
      (named) =>
        performance
          .getEntriesByName(named)
          .map((entry) => entry.duration)
          .sort((a, b) => a - b),
      name,
    );
    const at = (share: number) => took[Math.floor((took.length - 1) * share)];
    console.log(
      `page: ${took.length} ${about}: median ${at(0.5).toFixed(1)} ms, 95% within ${at(0.95).toFixed(1)} ms, slowest ${at(1).toFixed(1)} ms`,
    );
    expect(took.length).toBeGreaterThan(30); // how long is for a person to read: no test depends on the clock
  }
  console.log(`page: layout shift of the whole game ${shifts.by.toFixed(4)} ${shifts.what.join(', ')}`);
  expect(shifts.by).toBeLessThan(0.01);
  await visitor.shot('end');
  expect(await AxeBuilder(page)).toEqual([]);

  // The same game again, ply by ply, from the table and from its record file.
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.ways a').click()]);
  const record = `${SHOTS}/record.json`;
  await download.saveAs(record);
  await page.locator('.ways').getByRole('button', { name: 'Replay' }).click();
  await page.waitForURL(/\/at\/\d+$/);
  await page.waitForSelector('output');
  const last = Number(page.url().match(/at\/(\d+)$/)![1]);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(new RegExp(`/at/${last - 1}$`));
  await page.goto(`${on.server.address}${new URL(page.url()).pathname.replace(/\d+$/, '7')}`);
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('7 /'));
  await visitor.shot('replay');
  await page.goto(on.server.address);
  await page.locator('input[data-record]').setInputFiles(record);
  await page.waitForURL(/\/replay/);
  await page.locator('input[type=range]').fill('12');
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('12 /'));
  expect(page.url()).toMatch(/at=12$/);
  const damaged = readFileSync(record, 'utf-8').slice(0, 300);
  await page.goto(on.server.address);
  await page
    .locator('input[data-record]')
    .setInputFiles({ name: 'damaged.json', mimeType: 'application/json', buffer: Buffer.from(damaged) });
  await page.waitForSelector("text=This record can't be read");
  await goHome(visitor);
});

test('a hint is cards beside the board, the likeliest to win first; Escape closes it, so does choosing one, and what cannot be undone is asked about', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  let final = true; // as if every move showed something hidden
  await page.route('**/gains', async (route) => {
    const told = await (await route.fetch()).json();
    await route.fulfill({ json: { ...told, gains: told.gains.map((gain: object) => ({ ...gain, final })) } });
  });
  await table(visitor, ['bot']);
  await page.waitForSelector('svg.board .pane');
  const ply = async () =>
    (await (await visitor.context.request.get(page.url().replace('/table/', '/api/tables/'))).json()).ply as number;
  const ask = async () => {
    await visitor.playOn(
      async () => (await visitor.moves()).length > 0,
      () => undefined,
    );
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('[data-hint]'); // a first hint compiles the search
    return ply();
  };
  const choose = async (hint: Locator) => {
    await hint.click();
    await page.waitForSelector('[data-hint]', { state: 'detached' });
  };
  const best = page.locator('[data-hint]').first();
  const moved = async (from: number) => expect.poll(ply).toBeGreaterThan(from);
  let before = await ask();
  expect(await page.locator('[role=dialog] tbody tr').count()).toBeGreaterThan(3);
  const chances = await page.locator('[data-card] .win b').allInnerTexts();
  expect(chances.map(parseFloat)).toEqual(chances.map(parseFloat).sort((a, b) => b - a));
  const edge = async (what: string) => (await page.locator(what).first().boundingBox())!;
  const [panel, board] = [await edge('[role=dialog]'), await edge('svg.board')];
  expect(panel.x).toBeGreaterThanOrEqual(board.x + board.width); // beside what it speaks of
  await page.locator('[data-card]').last().hover();
  await page.waitForSelector('.ring');
  await visitor.shot('hint');
  expect(await AxeBuilder(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-hint]', { state: 'detached' });
  await page.waitForSelector('[data-ask-hint]:focus');
  await ask();
  const risky = page.locator('[data-hint^=sail], [data-hint^=build], [data-hint^=deliver]').first();
  const asked = page.locator('[data-move=confirm]');
  for (; (await risky.count()) === 0; before = await ask()) {
    await choose(best);
    // An exchange or a turn of the die: it may be asked about as well.
    await expect
      .poll(async () => ((await asked.isVisible()) ? asked.click().then(ply) : ply()))
      .toBeGreaterThan(before);
  }
  await choose(risky);
  await asked.waitFor();
  expect(await ply()).toBe(before);
  final = false;
  await asked.click();
  await moved(before);
  before = await ask();
  await choose(best);
  await moved(before);
  await goHome(visitor);
});

test.each(few(['en', 'ru', 'es', 'pl'], 2))('everything on the page has words in %s', async (language) => {
  const visitor = await Visitor.arrive(on.browser, { locale: language });
  const { page } = visitor;
  const words = async () => {
    const shown = await page.evaluate(() => {
      const labels = [...document.querySelectorAll('[aria-label],[title]')].flatMap((one) => [
        one.getAttribute('aria-label'),
        one.getAttribute('title'),
      ]);
      const titles = [...document.querySelectorAll('svg title')].map((one) => one.textContent);
      return [document.body.innerText, ...labels, ...titles].join('\n');
    });
    expect(shown.match(/\b(river|table|refused|lobby|tab|replay)_\w+/g) ?? []).toEqual([]);
    expect(shown).not.toMatch(/undefined|NaN|\{\w+\}/);
  };
  await page.goto(on.server.address);
  await page.waitForSelector('[data-quick]');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  await page.locator('.own summary').click();
  await words();
  await page.locator('[data-of=river] [data-quick-players]').selectOption('4');
  await page.locator('[data-of=river] [data-quick]').click();
  await page.waitForSelector('svg.board .pane');
  let played = 0;
  await visitor.playOn(
    () => played >= 5,
    (moves) => {
      const pick = sensible(moves);
      if (pick) played++;
      return pick;
    },
  );
  await page.locator('header [data-menu]').click();
  await words();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.waitForSelector('.rules section');
  await page.waitForSelector('.diagram .pane');
  await words();
  expect(
    await page.evaluate(() => document.querySelector('.rules .list')!.textContent!.match(/[{}]|\[\[|undefined/)),
  ).toBe(null);
  if (language === 'en') expect(await AxeBuilder(page)).toEqual([]);
  await visitor.shot(`rules-${language}`);
  await page.keyboard.press('Escape');
  for (const tab of [1, 2, 3]) {
    await page.locator('aside [role=tab]').nth(tab).click();
    await words();
  }
  await page.locator('aside [role=tab]').nth(0).click();
  await visitor.shot(`board-4-${language}`);
  await goHome(visitor);
});

test('what cannot be done says why; what can is previewed; keys alone are enough', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await table(visitor, ['bot']);
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).some((move) => move.startsWith('sail')),
    (moves) => moves.find((move) => /^(roll|end)$/.test(move)),
  );
  const shut = page.locator('[data-piece^="shore:"]:not([data-move])').first();
  // The sentence leads to its paragraph, and so does the tip beside a piece. It fades: who is too slow for it asks again.
  const led = page.locator('.rules section.on');
  while ((await led.count()) === 0) {
    await shut.click({ force: true });
    const said = await page
      .locator('.trouble')
      .innerText({ timeout: 4000 })
      .catch(() => null);
    if (said === null) continue;
    expect(said.length).toBeGreaterThan(10);
    await page
      .locator('.trouble button')
      .click({ timeout: 4000 })
      .then(
        () => led.waitFor(),
        () => undefined,
      );
  }
  const sections = await page.locator('.rules section').count();
  await page.locator('.rules input[type=search]').fill('royal ship');
  await page.waitForFunction((all) => document.querySelectorAll('.rules section').length < all / 2, sections);
  // What lies outside the screen is not laid out, and has a text, but no inner text.
  expect(await page.locator('.rules section h3').first().textContent()).toMatch(/customer|royal/i);
  await page.keyboard.press('Escape');
  await page.locator('[data-piece^="mastery:"]').first().hover();
  await page.locator('.tip button').click();
  const entry = await page.locator('#rule-masteries article.on h4').textContent();
  const names = await page.locator('#rule-masteries article h4').allTextContents();
  expect(names).toContain(entry);
  await page.keyboard.press('Escape');
  const ship = page.locator('[data-piece^="ship:"][data-move]').first();
  await ship.hover();
  await page.waitForSelector('.hint');
  await expect.poll(() => page.locator('.course').count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator('.beside').count()).toBe(4);
  await visitor.shot('preview');
  await page.mouse.move(5, 400);
  const ply = async () => (await viewOf<{ ply: number }>(visitor, page.url())).ply;
  const before = await ply();
  // By keyboard: tab to a legal target on the board, and press Enter.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('data-move')?.startsWith('sail') ?? false))
      break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(ply).toBeGreaterThan(before);
  await caughtUp(visitor);
  if (!(await page.locator('header .icon').first().isDisabled())) {
    await page.keyboard.press('u');
    await page.waitForSelector('[data-piece^="ship:"][data-move]');
  }
  await goHome(visitor);
});

test('a phone shows the board across its width, with targets for thumbs', async () => {
  const visitor = await Visitor.arrive(on.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.waitForSelector('[data-quick]');
  await visitor.shot('phone-lobby');
  await page.locator('[data-of=river] [data-quick]').tap();
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).some((move) => move.startsWith('sail')),
    (moves) => moves.find((move) => /^(roll|end)$/.test(move)),
  );
  await visitor.shot('phone-board');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const small = await page
    .locator('button:visible, [data-piece^="shore:"]')
    .evaluateAll(
      (all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .filter((box) => box.width > 0 && (box.width < 43.5 || box.height < 43.5)).length,
    );
  expect(small).toBe(0);
  const sail = (await visitor.moves()).find((move) => move.startsWith('sail'))!;
  await page.locator(`[data-move="${sail}"]`).first().tap({ force: true });
  await page.locator('nav [role=tab]').nth(1).tap();
  await visitor.shot('phone-mine');
  await page.locator('nav [role=tab]').nth(2).tap();
  await visitor.shot('phone-players');
  expect(await AxeBuilder(page)).toEqual([]);
  // A finger that rests on a piece asks what it is; the tip leads to the rules, which fit the phone, too.
  await page.locator('nav [role=tab]').nth(0).tap();
  await page.locator('[data-piece="shore:2"]').dispatchEvent('contextmenu');
  await page.locator('.tip button').tap();
  await page.waitForSelector('.rules section.on');
  await visitor.shot('phone-rules');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const thin = await page
    .locator('.rules header button:visible, .rules header input')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).length);
  expect(thin).toBe(0);
  expect(await AxeBuilder(page)).toEqual([]);
  await goHome(visitor);
});
