/** After a game: its replay by decisions and by link, files for play trackers, my play, a level that fits, statistics. */

import { text as whole } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { apiOf, goHome, PHONE, viewOf } from './company';
import { stage, Visitor } from './stage';

const on = stage();
interface Seen {
  legal: { text: string }[];
  ply: number;
  you: number | null;
  to_move: number | null;
  status: string;
  moves: number;
  game: string;
}

/** Two play a whole game through the API, as fast as the server answers; the table's address. */
async function playedGame(ann: Visitor, ben: Visitor): Promise<string> {
  const { address } = on.server;
  const [{ game }] = await (await ann.context.request.get(`${address}/api/games`)).json();
  const seats = [{ kind: 'human', name: 'Ann' }, { kind: 'open' }];
  const opened = await ann.context.request.post(`${address}/api/tables`, { data: { game, seats } });
  const link = `${address}/table/${(await opened.json()).view.table}`;
  await ben.context.request.post(`${apiOf(link)}/join`, { data: { name: 'Ben' } });
  await ann.context.request.post(`${apiOf(link)}/start`);
  let view = await viewOf<Seen>(ann, link);
  while (view.status === 'running') {
    const mover = [ann, ben][view.to_move!];
    if (view.you !== view.to_move) view = await viewOf<Seen>(mover, link);
    const move = view.legal[Math.floor(view.legal.length / 2)].text;
    const answer = await mover.context.request.post(`${apiOf(link)}/moves`, { data: { ply: view.ply, move } });
    view = await answer.json();
  }
  return link;
}

/** Every badge that shows a change from now on, and what was copied. */
const watch = (one: Visitor): Promise<unknown> =>
  one.page.addInitScript(() => {
    const badges: string[] = [];
    Object.assign(window, { badges });
    new MutationObserver((all) => {
      for (const { addedNodes } of all)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const badge of [node, ...node.querySelectorAll('*')])
              if (badge.matches('.figure i')) badges.push(badge.textContent);
    }).observe(document, { childList: true, subtree: true });
    const copy = (text: string): Promise<void> => Promise.resolve(void Object.assign(window, { copied: text }));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy } });
  });
const badges = (one: Visitor): Promise<string[]> =>
  one.page.evaluate(() => (window as unknown as { badges: string[] }).badges.splice(0).sort());
const standsAt = (one: Visitor, ply: number, moves: number): Promise<void> =>
  one.page.locator('output', { hasText: `${ply} / ${moves}` }).waitFor();

test('a finished game is replayed by decisions, shared by link, exported and counted', async () => {
  const [ann, ben, eve] = await Promise.all([{}, {}, PHONE].map((kind) => Visitor.arrive(on.browser, kind)));
  await Promise.all([watch(ann), watch(eve)]);
  const link = await playedGame(ann, ben);
  const { moves } = await viewOf<Seen>(ann, link);
  const { decisions } = await (await ann.context.request.get(`${apiOf(link)}/decisions`)).json();
  const mine: number[] = decisions[0];

  await ann.page.goto(`${link}/at/${mine[0]}`);
  await ann.page.locator('[data-jump="next"]').click();
  await ann.page.waitForURL(`${link}/at/${mine[1]}`);
  await ann.page.locator('[data-jump-seat]').selectOption('1');
  await ann.page.keyboard.press('Tab');
  await ann.page.keyboard.press('Shift+ArrowRight');
  await ann.page.waitForURL(`${link}/at/${decisions[1].find((ply: number) => ply > mine[1])}`);
  await ann.shot('replay-decision');
  expect(await AxeBuilder(ann.page)).toEqual([]);

  // After a jump only what the last step changed is shown, as if one had come by it.
  const last = mine.at(-1)!;
  await ann.page.goto(`${link}/at/${last - 1}`);
  await standsAt(ann, last - 1, moves);
  await badges(ann);
  await ann.page.keyboard.press('ArrowRight');
  await standsAt(ann, last, moves);
  const step = await badges(ann);
  await ann.page.keyboard.press('Home');
  await standsAt(ann, 0, moves);
  await badges(ann);
  await ann.page.evaluate(
    (path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    new URL(`${link}/at/${last}`).pathname,
  );
  await standsAt(ann, last, moves);
  expect(await badges(ann)).toEqual(step);

  await ann.page.locator('[data-words]').click();
  await ann.page.locator('main .text h3').first().waitFor();
  await ann.shot('replay-text');
  await ann.page.locator('[data-copy-ply]').click();
  expect(await ann.page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(`${link}/at/${last}`);
  const [table] = await Promise.all([
    ann.page.waitForEvent('download'),
    ann.page.locator('[data-export="csv"]').click(),
  ]);
  expect(await whole(await table.createReadStream())).toMatch(/^game,date,seat,name,points,winner[^]*,Ann,\d+,/);

  // The record elsewhere: with names, and by a link that has all of it inside.
  const record = await (await ann.context.request.get(`${apiOf(link)}/record`)).text();
  await ben.page.goto(on.server.address);
  await watch(ben);
  await ben.page.reload();
  const file = { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(record) };
  await ben.page.locator('[data-record]').setInputFiles(file);
  await ben.page.waitForURL('**/replay');
  await ben.page.goto(`${on.server.address}/replay?at=${last}`);
  await standsAt(ben, last, moves);
  await ben.page.locator('[data-copy-ply]').click();
  const copied = () => ben.page.evaluate(() => (window as unknown as { copied?: string }).copied);
  await expect.poll(copied).toContain('#record=');
  await eve.page.goto((await copied())!);
  await standsAt(eve, last, moves);
  expect(eve.page.url()).toBe(`${on.server.address}/replay?at=${last}`);
  expect(await eve.page.locator('thead').innerText()).toMatch(/Ann\s+Ben/);
  await eve.shot('phone-replay-link');
  const [told, board] = await Promise.all(
    ['.changes', '.board'].map((one) => eve.page.locator(one).first().boundingBox()),
  );
  expect(told!.y + told!.height).toBeLessThanOrEqual(board!.y); // what the move did is read before one scrolls
  await eve.page.goto(`${on.server.address}/replay?at=3#record=nonsense`);
  await eve.page.getByText("This record can't be read").waitFor();

  // My progress: the game just played, once this browser has seen its end.
  await ann.page.goto(link);
  await ann.page.waitForSelector('[data-again]');
  await ann.page.goto(`${on.server.address}/progress`);
  await ann.page.waitForSelector('[data-results] tbody tr');
  expect(await ann.page.locator('[data-results] tbody').innerText()).toMatch(/^people\s+2\s+1\s+/);
  await ann.page.waitForSelector('main figure svg rect');
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await ann.shot('my-play');
  await goHome(ann, ben, eve);
});

test('after a few games the lobby names the level that fits, and the statistics are one click away', async () => {
  const ann = await Visitor.arrive(on.browser);
  await ann.page.goto(on.server.address);
  const [{ game }] = await (await ann.context.request.get(`${on.server.address}/api/games`)).json();
  await ann.page.evaluate((game) => {
    const sheet = [{ first: 20, second: 11, third: 9 }, { first: 10 }];
    const result = { winners: [0], scores: [40, 10], bots: [null, 'club'], sheet };
    const review = { accuracy: 82, luck: 0.12, mistakes: { mistake: 2, blunder: 1 }, kinds: { sail: 3, build: 1 } };
    const tables = Array.from({ length: 5 }, (_, k) => ({
      ...{ table: `Kf3b-9QdXw2${k}`, game, names: ['Ann', 'Bot'], at: 1e6 + k * 1e5, chairs: [0], over: true, result },
      ...{ reviews: { 0: review } },
    }));
    localStorage.setItem('sampan.tables', JSON.stringify(tables));
  }, game);
  await ann.page.reload();
  const told = ann.page.locator(`[data-suggested="${game}"]`);
  expect(await told.innerText()).toMatch(/You're doing well at club level \(won: 5\/5\)\. Ready for expert level\?/);
  await told.locator('button').click();
  expect(await ann.page.locator('[data-quick-level]').first().inputValue()).toBe('expert');
  await ann.shot('lobby-suggests');
  await ann.page.locator('[data-my-play]').click();
  await ann.page.waitForSelector('[data-reviews]');
  expect(await ann.page.locator('[data-reviews]').innerText()).toMatch(/82%[^]*\+12%/);
  await ann.shot('my-play-reviews');
  await ann.page.goto(on.server.address);
  await ann.page.locator(`[data-stats="${game}"]`).click();
  await ann.page.waitForSelector(`[data-statistics="${game}"] [data-group="sources"] td b`);
  expect(await ann.page.locator('main code').innerText()).toMatch(/^sampan stats /);
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await ann.shot('statistics');
  await goHome(ann);
});
