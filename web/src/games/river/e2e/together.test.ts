/** River of Gold among people: in several browsers, on one device, through a lost server, by a wrong link. */

import { expect, test } from 'vitest';
import { goHome, layTable } from '../../../../e2e/company';
import { ownStage, Visitor } from '../../../../e2e/stage';
import { sensible } from './sensible';

const on = ownStage('');
const table = (visitor: Visitor, seats: string[]) => layTable(visitor, on.server.address, seats);

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
  await ann.page.locator('.menu [data-settings]').click();
  for (const wish of ['sound', 'notice']) await ann.page.locator(`[data-setting=${wish}]`).check();
  await ann.page.keyboard.press('Escape');
  await ann.page.waitForSelector('dialog', { state: 'detached' });
  for (let turns = 0; turns < 4;) {
    for (const one of [ann, ben]) {
      const pick = sensible(await one.moves());
      if (pick && (await one.make(pick)) && /^(end|roll)$/.test(pick)) turns++;
    }
    await ann.page.waitForTimeout(40);
  }
  const calls = (one: Visitor) => one.page.evaluate(() => (window as unknown as Listening).calls);
  await ann.page.waitForFunction(() => (window as unknown as Listening).calls.notices.length > 0);
  const unmatched = async (): Promise<number> => {
    const { notes, notices } = await calls(ann);
    return notes - 2 * notices.length;
  };
  await expect.poll(unmatched).toBe(0); // a notice comes a little after its sound
  expect((await calls(ann)).notices[0]).toBe('Your turn: River of Gold');
  expect(await calls(ben)).toEqual({ notes: 0, notices: [] });
  const called = /^● Your turn · River of Gold$/;
  const callers = async () =>
    (await Promise.all([ann, ben].map((one) => one.page.title()))).filter((title) => called.test(title)).length;
  await expect.poll(callers).toBe(1);
  expect(await eve.page.title()).toBe('River of Gold');
  expect(await ann.page.locator('.hand [data-piece^="card:"]').count()).toBeGreaterThan(0);
  expect(await eve.page.locator('.hand [data-piece^="card:"]').count()).toBe(0);
  expect(await eve.page.locator('[data-move]').count()).toBe(0);
  await ann.page.getByRole('tab', { name: 'Chat' }).click();
  await ann.page.locator('form input').fill('Good luck!');
  await ann.page.keyboard.press('Enter');
  await eve.page.getByRole('tab', { name: 'Chat' }).click();
  await eve.page.waitForSelector('text=Good luck!');
  await goHome(ann, ben, eve);
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
  await visitor.page.waitForSelector('.lost', { state: 'detached' });
  played = 0;
  await visitor.playOn(() => played >= 6, few);
  await goHome(visitor);
});

test('one device for two: the table is covered until it has changed hands', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await table(visitor, ['here']);
  const cover = page.locator('.cover');
  const hands: string[][] = [];
  for (let covers = 0; covers < 3;) {
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
      if (pick) await visitor.make(pick);
      else await page.waitForTimeout(40);
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
  await goHome(visitor);
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
  await goHome(visitor, other);
});
