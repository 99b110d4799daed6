/** My games in the lobby: what each line says, and the list as a file. */

import { text as whole } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { stage, Visitor } from './stage';

const on = stage();

test('a slow game is listed with its clock; the list goes to another browser as a file, and a bad file changes nothing', async () => {
  const [ann, ben, eve] = await Promise.all([1, 2, 3].map(() => Visitor.arrive(on.browser)));
  await ann.page.goto(on.server.address);
  const [{ game }] = await (await ann.context.request.get(`${on.server.address}/api/games`)).json();
  const opened = await ann.context.request.post(`${on.server.address}/api/tables`, {
    data: {
      game,
      seats: [{ kind: 'human', name: 'Ann' }, { kind: 'open' }],
      pace: { kind: 'days', amount: 2 },
    },
  });
  const { table } = (await opened.json()).view;
  await ben.page.goto(`${on.server.address}/table/${table}`);
  await ben.page.locator('label input').fill('Ben');
  await ben.page.locator('li button.gold').first().click();
  await ann.page.goto(`${on.server.address}/table/${table}`);
  await ann.page.locator('button.big:not([disabled])').click();
  await Promise.all([ann, ben].map((one) => one.page.waitForSelector('.board')));
  await Promise.all([ann, ben].map((one) => one.page.goto(on.server.address)));
  const mover = [ann, ben][
    (await (await ann.context.request.get(`${on.server.address}/api/tables/${table}`)).json()).to_move
  ];
  const row = mover.page.locator(`[data-mine="${table}"]`);
  await expect.poll(() => row.getAttribute('data-standing')).toBe('turn');
  expect(await row.locator('[data-left]').innerText()).toMatch(/^time left: (2 days|1 day)( \d+ hr)?$/);
  expect(await AxeBuilder(mover.page)).toEqual([]);
  await mover.shot('lobby-slow');

  const [saved] = await Promise.all([
    mover.page.waitForEvent('download'),
    mover.page.locator('[data-save-list]').click(),
  ]);
  const file = await whole(await saved.createReadStream());
  expect(saved.suggestedFilename()).toBe('sampan-games.json');
  const load = async (one: Visitor, text: string, says: string): Promise<void> => {
    const list = { name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await one.page.locator('[data-load-list]').setInputFiles(list);
    await one.page.locator('[data-list-told]', { hasText: says }).waitFor();
  };
  await eve.page.goto(on.server.address);
  const damaged = "That file isn't a saved list of games. Nothing was changed.";
  await load(eve, file.replace('"chairs"', '"cheers"'), damaged);
  expect(await eve.page.evaluate(() => localStorage.getItem('sampan.tables'))).toBe(null);
  await load(eve, file, '1 game added');
  await eve.page.waitForSelector(`[data-mine="${table}"][data-standing="elsewhere"]`);
  const kept = await mover.page.evaluate(() => localStorage.getItem('sampan.tables'));
  await load(mover, file, '0 games added');
  expect(await mover.page.evaluate(() => localStorage.getItem('sampan.tables'))).toBe(kept);
  expect([...ann.faults, ...ben.faults, ...eve.faults]).toEqual([]);
});

test('on a phone, what happened since my last turn lies above the board, what touched me first; a line lights up its piece', async () => {
  const [ann, ben] = await Promise.all([
    Visitor.arrive(on.browser, { viewport: { width: 390, height: 844 }, hasTouch: true }),
    Visitor.arrive(on.browser),
  ]);
  const ask = (one: Visitor, what: string, data: object) =>
    one.context.request.post(`${on.server.address}/api/tables${what}`, { data }).then((answer) => answer.json());
  const [{ game }] = await (await ann.context.request.get(`${on.server.address}/api/games`)).json();
  const seats = [{ kind: 'human', name: 'Ann' }, { kind: 'open' }];
  const { table } = (await ask(ann, '', { game, seats, seed: 7 })).view;
  await ask(ben, `/${table}/join`, { name: 'Ben' });
  let view = await ask(ann, `/${table}/start`, {});
  type Told = { entries: { seat: number; changes: { id: string; args: { who?: number } }[] }[] };
  const touched = async (): Promise<boolean> => {
    const path = `${on.server.address}/api/tables/${table}/digest?since=0`;
    const { entries } = (await (await ann.context.request.get(path)).json()) as Told;
    const last = entries.slice(entries.findLastIndex(({ seat }) => seat === 0) + 1);
    return last.some(({ changes }) => changes.some(({ id, args }) => args.who === 0 && !id.endsWith('_turn')));
  };
  for (let n = 0; n < 400; n++) {
    if (n > 20 && view.to_move === 0 && (await touched())) break;
    const one = [ann, ben][view.to_move];
    view = await (await one.context.request.get(`${on.server.address}/api/tables/${table}`)).json();
    const { text } = view.legal[(n * 7) % view.legal.length];
    view = await ask(one, `/${table}/moves`, { ply: view.ply, move: text });
  }
  const { page } = ann;
  await page.goto(`${on.server.address}/table/${table}`);
  const strip = page.locator('[data-digest]');
  await expect.poll(() => strip.innerText()).toMatch(/Since your last turn:/);
  // Whole sentences, all within the strip, and how many more there are.
  const cut = await strip.locator('.told').evaluateAll((all) => {
    const bottom = document.querySelector('[data-digest]')!.getBoundingClientRect().bottom;
    return all.filter((one) => one.getBoundingClientRect().bottom > bottom).length;
  });
  expect(cut).toBe(0);
  await ann.shifts();
  await strip.click();
  expect(await page.locator('.digest li').first().getAttribute('class')).toContain('mine');
  expect(await page.locator('.digest li svg use').count()).toBeGreaterThan(0);
  expect(await AxeBuilder(page)).toEqual([]);
  await ann.shot('phone-digest');
  const line = page.locator('.digest li:not(.mine) button').first();
  const words = (await line.innerText()).trim();
  await line.click();
  await page.waitForSelector('.board .lit');
  expect(await page.locator('.digest li').count()).toBe(0); // the board is in sight
  expect(await strip.innerText()).toContain(words);
  await ann.shot('phone-digest-lit');
  expect([...ann.faults, ...ben.faults]).toEqual([]);
});
