/** After a game, and between turns: everybody is asked to play again, and no request or word of another is missed. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, BOARD, caughtUp, goHome, layTable, PHONE, sitDown, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
type Seen = { legal: { text: string }[]; ply: number; you: number | null; to_move: number | null; status: string };
type AnySeen = Seen & Record<string, never>;
const see = (one: Visitor, link: string, chair = ''): Promise<AnySeen> => viewOf(one, link, chair);

/** Two sit down and begin. */
async function two(phone = {}): Promise<[Visitor, Visitor, string]> {
  const [ann, ben] = await Promise.all([Visitor.arrive(on.browser), Visitor.arrive(on.browser, phone)]);
  const link = await layTable(ann, on.server.address, ['open']);
  await sitDown(ben, link, 'Ben');
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  return [ann, ben, link];
}

/** Move for whoever must, as fast as the server answers; in a device that is passed around, each with their own cookie. */
async function play(link: string, movers: { one: Visitor; chair: string }[], most = 2000): Promise<void> {
  let view = await see(movers[0].one, link, movers[0].chair);
  for (let n = 0; n < most && view.status === 'running'; n++) {
    const { one, chair } = movers[view.to_move!];
    if (view.you !== view.to_move) view = await see(one, link, chair);
    const pick = view.legal[Math.floor(view.legal.length / 2)].text;
    const answer = await one.context.request.post(`${apiOf(link)}/moves${chair}`, {
      data: { ply: view.ply, move: pick },
    });
    view = await answer.json();
  }
}

/** A game to its end: everybody looks elsewhere first, for drawing every view takes time, and sees how it ends. */
async function playOut(
  link: string,
  movers: { one: Visitor; chair: string }[],
  watching: Visitor[] = [],
): Promise<void> {
  const all = [...new Set([...movers.map(({ one }) => one), ...watching])];
  await Promise.all(all.map(({ page }) => page.goto('about:blank')));
  await play(link, movers, 90); // most of it
  await Promise.all(all.map(({ page }) => page.goto(link)));
  await Promise.all(all.map(({ page }) => page.waitForSelector(`${BOARD}, .cover`)));
  await play(link, movers);
}

test('two play again: the other is asked on the phone, also after a reload; seats rotate and the old game stays', async () => {
  const [ann, ben, old] = await two(PHONE);
  await playOut(
    old,
    [ann, ben].map((one) => ({ one, chair: '' })),
  );
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector('[data-again]')));
  await ann.page.keyboard.press('Enter'); // meant for a move, perhaps
  await ann.page.keyboard.press('Space');
  expect((await see(ann, old)).next).toBe(null);
  expect(ann.page.url()).toBe(old);
  await ann.page.locator('[data-again]').click();
  await ann.page.waitForSelector('text=Waiting for Ben');
  const next = ann.page.url();
  expect(next).not.toBe(old);
  await ann.shot('again-waiting');
  await ben.page.waitForSelector('.card [data-agree]');
  await ben.page.reload();
  await ben.page.waitForSelector('.card [data-agree]');
  expect(await ben.page.locator('.card').innerText()).toMatch(/Ann wants to play again/);
  await expect.poll(() => ben.page.title()).toMatch(/^● Ann wants to play again/);
  expect(await ben.page.locator('link[rel=icon]').getAttribute('href')).toMatch(/sampan-calls\.svg$/);
  await ben.shot('phone-again-asked');
  // In the lobby, too.
  await ben.page.goto(on.server.address);
  await ben.page.waitForSelector('[data-standing="asked"]:has-text("Ann wants to play again")');
  await ben.shot('phone-lobby-again');
  await ben.page.locator('[data-standing="asked"] button.gold').click();
  await ben.page.locator('.card [data-agree]').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  expect(ben.page.url()).toBe(next);
  expect([(await see(ann, next)).you, (await see(ben, next)).you]).toEqual([1, 0]);
  await ann.page.goto(on.server.address);
  const row = ann.page.locator('[data-standing="over"]');
  await expect.poll(() => row.innerText()).toMatch(/Ann \d+, Ben \d+/);
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await ann.shot('lobby-mine');
  await row.getByRole('button', { name: 'Replay' }).click();
  await ann.page.waitForSelector('text=Exit replay');
  await goHome(ann, ben);
});

test('who only watched a game gets it to play, and takes nobody along', async () => {
  const [ann, ben, old] = await two();
  const eve = await Visitor.arrive(on.browser);
  await playOut(
    old,
    [ann, ben].map((one) => ({ one, chair: '' })),
    [eve],
  );
  await eve.page.locator('[data-again]').waitFor();
  expect(await eve.page.locator('[data-again]').innerText()).toBe('Play this game yourself');
  await eve.shot('end-watched');
  // Whoever presses Enter just then has meant a move: nothing is played again by it, by nobody.
  for (const { page } of [ann, ben, eve]) {
    await page.locator('[data-again]').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('[data-again]') ?? null)).toBe(null);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(old);
  }
  expect((await see(ann, old)).next).toBe(null);
  await eve.page.locator('[data-again]').click();
  await eve.page.waitForURL((url) => url.href !== old);
  await eve.page.waitForSelector(BOARD);
  expect([0, 1]).toContain((await see(eve, eve.page.url())).you); // seats are drawn
  expect([(await see(ann, old)).proposals, (await see(ann, old)).next]).toEqual([[], null]);
  // Somebody declines: whoever asked is told.
  await ann.page.locator('[data-again]').click();
  await ben.page.locator('.card [data-decline]').click();
  await ann.page.waitForSelector("text=Ben doesn't want to play again");
  await ann.shot('again-declined');
  await goHome(ann, ben, eve);
});

test('one device for two stays so when they play again', async () => {
  const ann = await Visitor.arrive(on.browser);
  const old = await layTable(ann, on.server.address, ['here']);
  await playOut(
    old,
    ['', '?as=1'].map((chair) => ({ one: ann, chair })),
  );
  await ann.page.waitForSelector('[data-again]');
  await ann.page.locator('[data-again]').click();
  await ann.page.waitForURL((url) => url.href !== old);
  await ann.page.waitForSelector(`${BOARD}, .cover`);
  await expect.poll(async () => (await see(ann, ann.page.url())).status).toBe('running');
  const view = (await see(ann, ann.page.url())) as unknown as {
    seats: { kind: string; taken: boolean; name: string }[];
  };
  expect(view.seats.map(({ kind, taken }) => [kind, taken])).toEqual([
    ['human', true],
    ['human', true],
  ]);
  expect(view.seats[1].name).toBe('Ann');
  const next = ann.page.url();
  await ann.page.reload();
  await ann.page.locator('.cover button').click();
  await ann.page.waitForSelector(BOARD);
  await play(
    next,
    ['?as=0', ''].map((chair) => ({ one: ann, chair })),
    60,
  );
  expect((await see(ann, next)).ply).toBeGreaterThanOrEqual(60);
  await goHome(ann);
});

test('words of another show as a number on the tab and in the title until they are read, also after a reload', async () => {
  const [ann, ben, link] = await two(PHONE);
  for (const text of ['hello', 'are you there?'])
    await ann.context.request.post(`${apiOf(link)}/chat`, { data: { text } });
  await ben.page.waitForSelector('[data-unread]:has-text("2")');
  await expect.poll(() => ben.page.title()).toMatch(/Chat \(2\)/);
  await ben.page.reload();
  await ben.page.waitForSelector('[data-unread]:has-text("2")');
  await ben.shot('phone-chat-unread');
  expect(await ann.page.locator('[data-unread]').count()).toBe(0); // one's own are no news
  await ben.page.getByRole('tab', { name: /Chat/ }).click();
  await ben.page.waitForSelector('[data-unread]', { state: 'detached' });
  // On a phone, too, one writes at the bottom, and the last words are the ones in sight.
  const form = (await ben.page.locator('form').boundingBox())!;
  expect(form.y + form.height).toBeGreaterThan(PHONE.viewport.height - 80);
  await ben.page.reload();
  await ben.page.waitForSelector(BOARD);
  expect(await ben.page.locator('[data-unread]').count()).toBe(0);
  // Whoever must move is called by the title while they look at the past, too.
  const mover = (await see(ann, link)).to_move === 0 ? ann : ben;
  await expect.poll(() => mover.page.title()).toMatch(/^● Your turn/);
  await mover.page.goto(`${link}/at/0`);
  await expect.poll(() => mover.page.title()).toMatch(/^● Your turn/);
  await goHome(ann, ben);
});

test('all who are asked to let another go back see to which decision, and that position on the board, also who comes back', async () => {
  const [ann, ben, cleo] = await Promise.all([
    Visitor.arrive(on.browser),
    Visitor.arrive(on.browser, PHONE),
    Visitor.arrive(on.browser),
  ]);
  const link = await layTable(ann, on.server.address, ['open', 'open']);
  await sitDown(ben, link, 'Ben');
  await sitDown(cleo, link, 'Cleo');
  await ann.page.locator('button.big:not([disabled])').click();
  const three = [ann, ben, cleo];
  await Promise.all(three.map((one) => one.page.waitForSelector(BOARD)));
  // Until a turn is over: whoever had it has decided something, and asks.
  const first = (await see(ann, link)).to_move!;
  const all = three.map((one) => ({ one, chair: '' }));
  while ((await see(ann, link)).to_move === first) await play(link, all, 1);
  const asks = three[first];
  const [answers, other] = three.filter((one) => one !== asks).sort((a) => (a === ben ? -1 : 1));
  await other.page.goto('about:blank');
  const { ply } = await see(asks, link);
  await asks.context.request.post(`${apiOf(link)}/decision`, { data: { ply } });
  const card = answers.page.locator('.card');
  await card.locator('[data-back-to]:has-text("Back to just before: ")').waitFor();
  const { back_to } = ((await see(ann, link)).proposals as unknown as { back_to: number }[])[0];
  await answers.page.reload();
  await card.locator('[data-look]').click();
  await answers.page.locator(`[data-past="${back_to}"] .board`).first().waitFor();
  expect(await answers.page.locator('.past [data-move]').count()).toBe(0); // it is only looked at
  await answers.shot('takeback-position');
  expect(await AxeBuilder(answers.page)).toEqual([]);
  await card.locator('[data-agree]').click();
  await answers.page.waitForSelector('.past', { state: 'detached' });
  await other.page.goto(link);
  await other.page.locator('.card [data-agree]').click();
  await expect.poll(async () => Number((await see(ann, link)).moves)).toBe(back_to);
  await goHome(ann, ben, cleo);
});

test('against a bot one goes back to the last decision, and makes again what was undone', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  const link = await layTable(ann, on.server.address, ['bot']);
  await page.waitForSelector(BOARD);
  const seen = async () => (await see(ann, link)) as unknown as Seen & { moves: number; undo: number | null };
  // Until the bot has answered a turn of mine, and it is my turn again.
  let decided = 0;
  for (let mine = 0; ;) {
    const view = await seen();
    if (view.to_move !== 0) await page.waitForTimeout(20);
    else if (decided > 0 && view.ply > mine) break;
    else {
      if (view.legal.length > 1) decided = view.moves;
      const pick = view.legal.find(({ text }) => text === 'end') ?? view.legal[0];
      await ann.context.request.post(`${apiOf(link)}/moves`, { data: { ply: view.ply, move: pick.text } });
      mine = view.ply + 1;
    }
  }
  await caughtUp(ann);
  await page.locator('[data-decision]').click();
  await page.waitForSelector('.log .entry:has-text("takes back")');
  await expect.poll(async () => (await seen()).to_move).toBe(0);
  const back = await seen();
  expect(back.moves).toBeLessThanOrEqual(decided + 1);
  await ann.shot('decision-again');
  expect(await AxeBuilder(page)).toEqual([]);
  // Something that can be undone, undone, and made again.
  for (let view = await seen(); view.undo === null; view = await seen()) {
    if (view.to_move === 0) {
      const pick = view.legal.find(({ text }) => /^(trade|die)/.test(text)) ?? view.legal[0];
      await ann.context.request.post(`${apiOf(link)}/moves`, { data: { ply: view.ply, move: pick.text } });
    } else await page.waitForTimeout(30);
  }
  const before = (await seen()).moves;
  await caughtUp(ann);
  await page.locator('header button[aria-label="Undo"]:not([disabled])').click();
  await expect.poll(async () => (await seen()).moves).toBe(before - 1);
  await page.locator('[data-redo]:not([disabled])').click();
  await expect.poll(async () => (await seen()).moves).toBe(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('header [data-menu]').click();
  await page.locator('[data-takeback]:has-text("Back to my last decision")').waitFor();
  await ann.shot('phone-menu-decision');
  await goHome(ann);
});

test('a pace is chosen when a table is set, and the clock of whoever must decide counts down', async () => {
  const [ann, ben, eve] = await Promise.all([
    Visitor.arrive(on.browser),
    Visitor.arrive(on.browser, PHONE),
    Visitor.arrive(on.browser),
  ]);
  const link = await layTable(ann, on.server.address, ['open'], { pace: '2 days per move' });
  await eve.page.goto(link);
  await ben.page.goto(link);
  expect(await ben.page.locator('[data-pace]').innerText()).toBe('Time limit: 2 days per move');
  await ben.shot('phone-waiting-pace');
  await ben.page.locator('label input').fill('Ben');
  await ben.page.locator('li button.gold').first().click();
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector(BOARD)));
  expect((await see(ann, link)).pace).toEqual({ kind: 'days', amount: 2, increment: 0 });
  // Who only watches, and who has come back, sees the same clock.
  await eve.page.waitForSelector('.player.active [data-clock]');
  await eve.page.reload();
  for (const one of [ann, eve]) await expect.poll(() => one.page.locator('[data-clock]').count()).toBe(1);
  expect(await ann.page.locator('.player.active [data-clock]').innerText()).toMatch(
    /(2 days|1 day 23 hr)[^]*a bot takes over/,
  );
  await ben.page.getByRole('tab', { name: 'Players' }).click();
  await ben.page.locator('.player.active [data-clock]').waitFor();
  await Promise.all([ann.shot('clock'), ben.shot('phone-clock')]);
  for (const one of [ann, ben]) expect(await AxeBuilder(one.page)).toEqual([]);
  const { deadline } = (await see(ann, link)) as unknown as { deadline: number };
  // The server's clock decides: a device whose own is two days ahead shows the same once it has heard from there.
  await ann.page.clock.install({ time: (deadline - 30) * 1000 });
  await ann.page.reload();
  await expect.poll(() => ann.page.locator('[data-clock] b').innerText()).toMatch(/^(2 days|1 day 23 hr)$/);
  await goHome(ann, ben, eve);
});
