/** What if: from any position of a finished game one tries moves out or plays on; from one against bots in the middle of it. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, BOARD, goHome, PHONE, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
interface Seen {
  status: string;
  ply: number;
  to_move: number | null;
  legal: { text: string }[];
}

/** A game that is played here: the first of them, or another. */
async function gameHere(one: Visitor, which: number): Promise<string> {
  const games: { game: string }[] = await (await one.context.request.get(`${on.server.address}/api/games`)).json();
  return games.at(which)!.game;
}

/** A table whose every move is made here, by its two players in turn. */
async function played(one: Visitor, most = 2000): Promise<string> {
  const { request } = one.context;
  const seats = ['Ann', 'Ben'].map((name) => ({ kind: 'human', name }));
  const opened = await (
    await request.post(`${on.server.address}/api/tables`, {
      data: { game: await gameHere(one, 0), options: {}, seats },
    })
  ).json();
  const link = `${on.server.address}/table/${opened.view.table}`;
  const [{ invite }] = opened.invites;
  await request.post(`${apiOf(link)}/join?as=1`, { data: { invite, seat: 1 } });
  await request.post(`${apiOf(link)}/start`);
  for (let made = 0, seat = ''; made < most;) {
    const view = (await viewOf(one, link, seat)) as unknown as Seen;
    if (view.status !== 'running') break;
    seat = view.to_move === 1 ? '?as=1' : '';
    if (!view.legal.length) continue; // the other one's eyes
    const move = view.legal[Math.floor(view.legal.length / 2)].text;
    await request.post(`${apiOf(link)}/moves${seat}`, { data: { ply: view.ply, move } });
    made++;
  }
  return link;
}

/** After how many moves there is a choice: what was dealt is another thing each time. */
async function withChoice(one: Visitor, link: string): Promise<number> {
  for (let at = 20; ; at++) {
    const look = await (await one.context.request.post(`${apiOf(link)}/analysis`, { data: { at } })).json();
    if (look.legal.length > 2) return at;
  }
}

const atLine = (one: Visitor, moves: number) => one.page.waitForSelector(`[data-analysis="${moves}"]`);

test('moves are tried out with the keyboard, lines are kept and shared by link, and one plays on from there', async () => {
  const ann = await Visitor.arrive(on.browser);
  const link = await played(ann);
  const at = await withChoice(ann, link);
  await ann.page.goto(`${link}/at/${at}`);
  await ann.page.waitForSelector('[data-whatif]');
  await ann.shot('whatif-replay');
  await ann.page.locator('[data-try]').click();
  await atLine(ann, 0);
  await ann.page.locator('[data-roll]').waitFor();
  await ann.page.keyboard.press('n');
  await ann.page.keyboard.press('Enter');
  await atLine(ann, 1);
  await ann.page.keyboard.press('u');
  await atLine(ann, 0);
  const first = await ann.page.locator('[data-line]').getAttribute('data-line');
  await ann.page.locator('summary').last().click();
  const others = ann.page.locator(`[data-legal]:not([data-legal="${first}"])`);
  await others.last().click();
  await atLine(ann, 1);
  await expect.poll(() => ann.page.locator('[data-line]').count()).toBe(2);
  if (process.env.SAMPAN_SHOTS) await ann.page.waitForSelector('[data-advice]');
  await ann.shot('analysis');
  expect(await AxeBuilder(ann.page)).toEqual([]);
  // The address is the line: whoever has it sees the same.
  const ben = await Visitor.arrive(on.browser, { ...PHONE, locale: 'pl-PL' });
  await ben.page.route(/analysis$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), chance: false } });
  });
  await ben.page.goto(ann.page.url());
  await atLine(ben, 1);
  expect(await ben.page.locator('[data-roll]').count()).toBe(0); // nothing could fall anew
  const [mine, theirs] = [ann, ben].map((one) => one.page.locator('[data-line].on').getAttribute('data-line'));
  expect(await theirs).toBe(await mine);
  if (process.env.SAMPAN_SHOTS) await ben.page.waitForSelector('[data-advice]');
  await ben.shot('phone-analysis-pl');
  await ann.page.locator('[data-whatif]').click();
  await ann.page.locator('[data-company="bots"]').check();
  await ann.shot('whatif-dialog');
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await ann.page.locator('[data-branch]').click();
  const from = ann.page.locator('[data-came-from] a').first();
  await from.waitFor();
  expect(ann.page.url()).not.toContain('/at/');
  expect(await from.getAttribute('href')).toContain(`/at/${at}`);
  await ann.shot('whatif-table');
  await from.click();
  await ann.page.waitForSelector('[data-try]');
  expect([...ann.faults, ...ben.faults]).toEqual([]);
  await goHome(ann, ben);
});

test('a game against bots is left in the middle, for a table with friends; one with people in it is not', async () => {
  const ann = await Visitor.arrive(on.browser, { ...PHONE, locale: 'es-ES' });
  const seats = [
    { kind: 'human', name: 'Ann' },
    { kind: 'bot', bot: 'random' },
  ];
  const opened = await (
    await ann.context.request.post(`${on.server.address}/api/tables`, {
      data: { game: await gameHere(ann, 1), options: {}, seats },
    })
  ).json();
  const link = `${on.server.address}/table/${opened.view.table}`;
  await ann.context.request.post(`${apiOf(link)}/start`);
  await ann.page.goto(link);
  await ann.page.waitForSelector(BOARD);
  await ann.page.locator('[data-menu]').click();
  await ann.page.locator('[data-whatif]').click();
  await ann.page.locator('[data-company="friends"]').check();
  await ann.shot('phone-whatif-dialog-es');
  await ann.page.locator('[data-branch]').click();
  await ann.page.waitForSelector('[data-came-from] a');
  expect(ann.page.url()).not.toBe(link);
  await ann.shot('phone-whatif-waiting-es');
  const people = await played(ann, 3);
  await ann.page.goto(`${people}/at/2`);
  await ann.page.waitForSelector('.stage');
  expect(await ann.page.locator('[data-whatif], [data-try]').count()).toBe(0);
  await ann.shot('phone-replay-es');
  expect(ann.faults).toEqual([]);
  await goHome(ann);
});
