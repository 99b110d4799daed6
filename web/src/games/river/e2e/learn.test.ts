/** Learning the game and playing it without a mouse. */

import { expect, test } from 'vitest';
import faults from '../../../../e2e/axe';
import { learn } from '../../../../e2e/lesson';
import { long, stage, Visitor } from '../../../../e2e/stage';

const on = stage();

/** Every motion that is begun: what moves, how long, and through how many places. */
function watchMotion(): void {
  const motions: { what: string; duration: number; frames: number }[] = [];
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    motions.push({
      what: this.closest('.flights') ? 'flight' : (this.getAttribute('class') ?? ''),
      duration: (options as KeyframeAnimationOptions).duration as number,
      frames: (frames as Keyframe[]).length,
    });
    return begin.call(this, frames, options);
  };
  Object.assign(window, { motions });
}
const motions = (visitor: Visitor) =>
  visitor.page.evaluate(
    () => (window as unknown as { motions: { what: string; duration: number; frames: number }[] }).motions,
  );

test('the guided first game is one click away, waits for each move, and ends in a game against a bot', async () => {
  const visitor = await Visitor.arrive(on.browser, { reducedMotion: 'no-preference' });
  const { page } = visitor;
  await page.addInitScript(watchMotion);
  const seen = await learn(visitor, on.server.address, 'river', 'lesson');
  expect(seen.length).toBe(16);
  // Three sails, by two, two and one, each from pane to pane; coins, goods and points fly; nothing takes longer than a glance.
  const moved = await motions(visitor);
  expect(
    moved
      .filter(({ what }) => what.startsWith('ship'))
      .map(({ frames }) => frames)
      .sort(),
  ).toEqual([2, 3, 3]);
  expect(moved.filter(({ what }) => what === 'flight').length).toBeGreaterThan(8);
  for (const { duration } of moved) expect(duration >= 150 && duration <= 400).toBe(true);
  expect(await faults(page)).toEqual([]);
  // Anything else is refused with a friendly sentence, and nothing happens.
  const ply = () =>
    page.evaluate(
      async () =>
        (await (await fetch(`/api/tables/${location.pathname.split('/')[2]}`)).json()) as {
          ply: number;
          seats: { kind: string }[];
        },
    );
  const before = (await ply()).ply;
  await page.keyboard.press('e');
  await page.waitForSelector('.trouble');
  expect((await ply()).ply).toBe(before);
  // A reload goes on with the lesson; leaving it gives the other seat to a bot.
  await page.reload();
  await page.waitForSelector('.lesson');
  await page.locator('.lesson [data-leave-lesson], .lesson .gold').last().click();
  await page.waitForSelector('.lesson', { state: 'detached' });
  await page.waitForFunction(
    async () =>
      ((await (await fetch(`/api/tables/${location.pathname.split('/')[2]}`)).json()) as { seats: { kind: string }[] })
        .seats[1].kind === 'bot',
  );
  await page.keyboard.press('e');
  await page.waitForFunction(
    () => document.title.startsWith('●') && document.querySelectorAll('.log .entry.news').length > 0,
  );
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('the guided first game on a phone, and left half-way', async () => {
  const visitor = await Visitor.arrive(on.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'pl',
  });
  const { page } = visitor;
  await page.goto(on.server.address);
  await page.locator('[data-lesson="river"]').tap();
  await page.waitForSelector('.lesson');
  for (let n = 0; n < 2; n++) await page.locator('.lesson .gold').tap();
  await page.waitForSelector('.ring');
  // A first-timer's questions have their answers one tap away, with a way to the rules.
  for (const question of ['this', 'why', 'good']) {
    await page.locator(`.lesson [data-ask="${question}"]`).tap();
    expect((await page.locator('.lesson .answer span').innerText()).length).toBeGreaterThan(10);
  }
  await page.locator('.lesson .answer button').tap();
  await page.waitForSelector('.rules section.on');
  await page.keyboard.press('Escape');
  await visitor.shot('phone-lesson');
  await page.locator('.lesson [data-leave-lesson]').tap();
  await page.waitForSelector('.lesson', { state: 'detached' });
  await page.waitForSelector('[data-piece="shore:13"][data-move]');
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

long('a whole game by keyboard alone, with the focus always in sight', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.addInitScript(watchMotion);
  const press = (key: string) => page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-move') ?? '');
  // A table in the lobby is reached by Tab like any other button; for the sake of time this one has a bot that does not think.
  const asked = {
    game: 'river',
    seats: [
      { kind: 'human', name: 'Ann' },
      { kind: 'bot', bot: 'random' },
    ],
  };
  const { view } = await (
    await visitor.context.request.post(`${on.server.address}/api/tables`, { data: asked })
  ).json();
  await visitor.context.request.post(`${on.server.address}/api/tables/${view.table}/start`);
  await page.addInitScript(() => localStorage.setItem('sampan.wishes', JSON.stringify({ confirm: false })));
  await page.goto(`${on.server.address}/table/${view.table}`);
  await page.waitForSelector('svg.board .pane');
  // The first stop of the keyboard leads to the table in words.
  await press('Tab');
  await press('Enter');
  await page.waitForFunction(() => document.activeElement?.classList.contains('text'));
  const words = await page.locator('.frame .text').innerText();
  expect(words.split('\n').length).toBeGreaterThan(60);
  const rank = (move: string): number =>
    [
      /^(end|roll)$/,
      /^(deliver|discard|take|good|journey|merchant|sell|marker|royal|patron)/,
      /^build/,
      /^sail/,
      /^stop/,
    ].findIndex((kind) => kind.test(move));
  let [checked, made] = [0, 0];
  for (let n = 0; n < 4000; n++) {
    if (await page.locator('.end').isVisible()) break;
    const best = (await visitor.moves()).filter((move) => rank(move) >= 0).sort((a, b) => rank(a) - rank(b))[0];
    if (!best) {
      await page.waitForTimeout(25);
      continue;
    }
    for (let tries = 0; tries < 60 && (await focused()) !== best; tries++) await press('n');
    if ((await focused()) !== best) continue; // the table has changed meanwhile; at its end Enter would play again
    if (checked < 12) {
      const ring = await page.evaluate((move) => {
        const one = document.activeElement!;
        if (one.getAttribute('data-move') !== move) return null;
        const drawn = one.querySelector('.lot, .frame, .pane, .halo');
        const style = getComputedStyle(drawn ?? one.querySelector('.lift') ?? one);
        return drawn ? style.strokeWidth === '4px' : style.outlineStyle !== 'none' || style.boxShadow !== 'none';
      }, best);
      if (ring === null) continue; // no longer allowed when the focus came there
      expect(ring, best).toBe(true);
      checked++;
    }
    await press('Enter');
    made++;
    await page
      .waitForFunction((move) => document.activeElement?.getAttribute('data-move') !== move, best, { timeout: 1000 })
      .catch(() => undefined);
  }
  expect(await page.locator('.end').isVisible()).toBe(true);
  expect(made).toBeGreaterThan(30);
  expect(checked).toBe(12);
  // The end screen takes the focus; Enter there plays again.
  await page.waitForFunction(() => document.activeElement?.closest('.end') !== null);
  expect(await motions(visitor)).toEqual([]); // for whoever asks for stillness
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
