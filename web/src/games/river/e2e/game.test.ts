import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import AxeBuilder from '../../../../e2e/axe';
import { expect, test } from 'vitest';
import { SHOTS, stage, Visitor } from '../../../../e2e/stage';

const on = stage();

/** Something sensible: end a turn when it can be ended, build or deliver before sailing, no endless trading. */
const sensible = (moves: string[]): string | undefined => {
  const first = (kind: RegExp) => moves.find((move) => kind.test(move));
  return (
    first(/^confirm$/) ??
    first(/^(end|roll)$/) ??
    first(/^(deliver|discard|take|good|journey|merchant|sell|marker|royal|patron)/) ??
    first(/^build/) ??
    first(/^sail/) ??
    first(/^stop/)
  );
};

async function table(visitor: Visitor, seats: string[], level = 'learner'): Promise<void> {
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.locator('.own summary').click();
  await page.locator('[data-players]').selectOption(String(seats.length + 1));
  for (const [k, kind] of seats.entries()) await page.locator(`[data-seat="${k + 1}"]`).selectOption(kind);
  await page.locator(`select:has(option[value="${level}"])`).selectOption(level);
  await page.locator('[data-open]').click();
}

interface Listening {
  calls: { notes: number; notices: string[] };
}
/** Notes played and notices shown are counted instead; the page believes it is in the background. */
function listenForCalls(): void {
  const calls = { notes: 0, notices: [] as string[] };
  const silent = (): object =>
    new Proxy(
      {},
      {
        get: (_, key) =>
          key === 'connect'
            ? (next: unknown) => next
            : key === 'start'
              ? () => calls.notes++
              : key === 'frequency' || key === 'gain'
                ? silent()
                : () => undefined,
        set: () => true,
      },
    );
  Object.assign(window, {
    calls,
    AudioContext: class {
      currentTime = 0;
      destination = {};
      createOscillator = silent;
      createGain = silent;
      close = () => Promise.resolve();
    },
    Notification: class {
      static permission = 'granted';
      static requestPermission(): Promise<string> {
        return Promise.resolve('granted');
      }
      constructor(title: string, { body }: { body: string }) {
        calls.notices.push(`${title}: ${body}`);
      }
    },
  });
  Object.defineProperty(document, 'hidden', { get: () => true });
}

test('a newcomer sits down with one click and plays a whole game to its end by clicking', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.waitForSelector('[data-quick]');
  await page.waitForSelector('.game small:not(:empty)'); // the server has answered
  expect((await visitor.shifts()).by).toBeLessThan(0.01);
  await visitor.shot('lobby');
  expect(await AxeBuilder(page)).toEqual([]);
  await table(visitor, ['bot']);
  await page.waitForSelector('svg.board .pane');
  await page.waitForTimeout(500);
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
  const made = await visitor.playOn(
    async () => {
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
    },
    choose,
    6000,
  );
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
  await page.waitForTimeout(500);
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
  await page.locator('input[type=file]').setInputFiles(record);
  await page.waitForURL(/\/replay/);
  await page.locator('input[type=range]').fill('12');
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('12 /'));
  expect(page.url()).toMatch(/at=12$/);
  const damaged = readFileSync(record, 'utf-8').slice(0, 300);
  await page.goto(on.server.address);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'damaged.json', mimeType: 'application/json', buffer: Buffer.from(damaged) });
  await page.waitForSelector("text=This record can't be read");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
}, 240_000);

test('a hint shows the best moves with their points by source; choosing one closes it, and what cannot be undone is asked about', async () => {
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
    await page.waitForSelector('[data-hint]', { timeout: 60_000 }); // a first hint compiles the search
    return ply();
  };
  const choose = async (hint: Locator) => {
    await hint.click();
    await page.waitForSelector('[data-hint]', { state: 'detached' });
  };
  const best = page.locator('[data-hint]').first();
  const moved = async (from: number) => expect.poll(ply, { timeout: 15_000 }).toBeGreaterThan(from);
  let before = await ask();
  expect(await page.locator('[role=dialog] tbody tr').count()).toBeGreaterThan(3);
  await visitor.shot('hint');
  expect(await AxeBuilder(page)).toEqual([]);
  const risky = page.locator('[data-hint^=sail], [data-hint^=build], [data-hint^=deliver]').first();
  const asked = page.locator('[data-move=confirm]');
  for (; (await risky.count()) === 0; before = await ask()) {
    await choose(best);
    // An exchange or a turn of the die: it may be asked about as well.
    await expect
      .poll(async () => ((await asked.isVisible()) ? asked.click().then(ply) : ply()), { timeout: 15_000 })
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
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
}, 120_000);

test('two browsers share a table; a third watches and sees no hand', async () => {
  const [ann, ben, eve] = await Promise.all([0, 1, 2].map(() => Visitor.arrive(on.browser)));
  for (const one of [ann, ben]) await one.page.addInitScript(listenForCalls);
  await table(ann, ['open']);
  await ann.page.waitForURL(/\/table\//);
  const link = await ann.page.locator('.share input').inputValue();
  await ben.page.goto(link);
  await ben.page.locator('li button.gold').click();
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector('svg.board .pane')));
  await eve.page.goto(link);
  await eve.page.waitForSelector('svg.board .pane');
  // Ann wants to be called by sound and notice; Ben leaves everything as it is, which is silent.
  await ann.page.locator('header [data-menu]').click();
  for (const wish of [0, 1]) await ann.page.locator('.menu input[type=checkbox]').nth(wish).check();
  await ann.page.keyboard.press('Escape');
  let turns = 0;
  for (let n = 0; n < 200 && turns < 4; n++) {
    for (const one of [ann, ben]) {
      const pick = sensible(await one.moves());
      if (pick) {
        await one.click(pick);
        if (/^(end|roll)$/.test(pick)) turns++;
      }
    }
    await ann.page.waitForTimeout(40);
  }
  expect(turns).toBeGreaterThanOrEqual(4);
  const calls = (one: Visitor) => one.page.evaluate(() => (window as unknown as Listening).calls);
  await ann.page.waitForFunction(() => (window as unknown as Listening).calls.notices.length > 0);
  expect((await calls(ann)).notes % 2).toBe(0);
  expect((await calls(ann)).notes / 2).toBe((await calls(ann)).notices.length);
  expect((await calls(ann)).notices[0]).toBe('Your turn: River of Gold');
  expect(await calls(ben)).toEqual({ notes: 0, notices: [] });
  const called = /^● Your turn · River of Gold$/;
  const titles = await Promise.all([ann, ben].map((one) => one.page.title()));
  expect(titles.filter((title) => called.test(title)).length).toBe(1);
  expect(await eve.page.title()).toBe('River of Gold');
  expect(await ann.page.locator('.hand [data-piece^="card:"]').count()).toBeGreaterThan(0);
  expect(await eve.page.locator('.hand [data-piece^="card:"]').count()).toBe(0);
  expect(await eve.page.locator('[data-move]').count()).toBe(0);
  await ann.page.getByRole('tab', { name: 'Chat' }).click();
  await ann.page.locator('form input').fill('Good luck!');
  await ann.page.keyboard.press('Enter');
  await eve.page.getByRole('tab', { name: 'Chat' }).click();
  await eve.page.waitForSelector('text=Good luck!');
  expect([...ann.faults, ...ben.faults, ...eve.faults]).toEqual([]);
  await Promise.all([ann, ben, eve].map((one) => one.context.close()));
});

test('a killed server is a quiet banner; when it is back the game goes on', async () => {
  const visitor = await Visitor.arrive(on.browser);
  await table(visitor, ['bot']);
  await visitor.page.waitForSelector('svg.board .pane');
  let played = 0;
  const few = (moves: string[]) => {
    const pick = sensible(moves);
    if (pick) played++;
    return pick;
  };
  await visitor.playOn(() => played >= 6, few);
  await on.server.kill();
  await visitor.page.waitForSelector('.lost');
  await on.server.start();
  await visitor.page.waitForSelector('.lost', { state: 'detached', timeout: 20_000 });
  played = 0;
  await visitor.playOn(() => played >= 6, few);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('one device for two: the table is covered until it has changed hands', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await table(visitor, ['here']);
  const cover = page.locator('.cover');
  const hands: string[][] = [];
  for (let n = 0, covers = 0; n < 200 && covers < 3; n++) {
    if (await cover.isVisible()) {
      covers++;
      expect(await page.locator('[data-piece^="card:"]').count()).toBe(0);
      if (covers === 2) {
        const asked = await cover.innerText();
        await page.reload(); // neither now
        await cover.waitFor();
        expect(await page.locator('[data-piece^="card:"]').count()).toBe(0);
        expect(await cover.innerText()).toBe(asked);
        await visitor.shot('cover');
      }
      await cover.locator('button').click();
      await page.waitForSelector('svg.board .pane');
      await page.waitForFunction(() => document.querySelectorAll('[data-move]').length > 0);
      hands.push(
        await page
          .locator('.hand [data-piece^="card:"]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')!)),
      );
    } else {
      const pick = sensible(await visitor.moves());
      if (pick) await visitor.click(pick);
      await page.waitForTimeout(40);
    }
  }
  expect(hands.length).toBe(3);
  expect(hands[0]).not.toEqual(hands[1]);
  await page.reload(); // nor in the middle of a turn, for nobody knows in whose hands the device is then
  await cover.waitFor();
  expect(await page.locator('[data-piece^="card:"]').count()).toBe(0);
  await page.goto(`${page.url()}/at/1`);
  await cover.waitFor();
  expect(await page.locator('[data-piece^="card:"]').count()).toBe(0);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test.each(['en', 'es', 'pl', 'ru'])('everything on the page has words in %s', async (language) => {
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
  await page.locator('[data-of=river] [data-quick="4"]').click();
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
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
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
  await shut.click({ force: true });
  await page.waitForSelector('.trouble');
  expect((await page.locator('.trouble').innerText()).length).toBeGreaterThan(10);
  // The sentence leads to its paragraph, and so does the tip beside a piece.
  await page.locator('.trouble button').click();
  await page.waitForSelector('.rules section.on');
  const sections = await page.locator('.rules section').count();
  await page.locator('.rules input[type=search]').fill('royal ship');
  await page.waitForFunction((all) => document.querySelectorAll('.rules section').length < all / 2, sections);
  expect(await page.locator('.rules section h3').first().innerText()).toMatch(/customer|royal/i);
  await page.keyboard.press('Escape');
  await page.locator('[data-piece^="mastery:"]').first().hover();
  await page.locator('.tip button').click();
  const entry = await page.locator('#rule-masteries article.on h4').innerText();
  const names = await page.locator('#rule-masteries article h4').allInnerTexts();
  expect(names).toContain(entry);
  await page.keyboard.press('Escape');
  const ship = page.locator('[data-piece^="ship:"][data-move]').first();
  await ship.hover();
  await page.waitForSelector('.hint');
  expect(await page.locator('.course').count()).toBeGreaterThan(0);
  expect(await page.locator('.beside').count()).toBe(4);
  await page.waitForTimeout(250);
  await visitor.shot('preview');
  await page.mouse.move(5, 400);
  const before = (await visitor.moves()).length;
  // By keyboard: tab to a legal target on the board, and press Enter.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('data-move')?.startsWith('sail') ?? false))
      break;
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => document.querySelectorAll('[data-move]').length !== n, before);
  if (!(await page.locator('header .icon').first().isDisabled())) {
    await page.keyboard.press('u');
    await page.waitForSelector('[data-piece^="ship:"][data-move]');
  }
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
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
  await page.locator('[data-of=river] [data-quick="2"]').tap();
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).some((move) => move.startsWith('sail')),
    (moves) => moves.find((move) => /^(roll|end)$/.test(move)),
  );
  await page.waitForTimeout(300);
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
  await page.waitForTimeout(200);
  await visitor.shot('phone-mine');
  await page.locator('nav [role=tab]').nth(2).tap();
  await page.waitForTimeout(200);
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
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('a wrong link and a used invitation get a friendly sentence and a way on', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.goto(`${on.server.address}/table/AAAAAAAAAAAA`);
  await page.waitForSelector('text=Table not found');
  await page.locator('button.gold').click();
  await page.waitForSelector('[data-quick]');
  await table(visitor, ['open']);
  await page.waitForURL(/\/table\//);
  const other = await Visitor.arrive(on.browser);
  await other.page.goto(`${page.url()}?invite=${'x'.repeat(32)}`);
  await other.page.waitForSelector('text=This invite was already used');
  expect([...visitor.faults, ...other.faults]).toEqual([]);
  await Promise.all([visitor, other].map((one) => one.context.close()));
});
