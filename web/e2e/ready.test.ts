/** What is not ready yet, in a real browser: a bot and hints that wait say how far they are; a weaker bot plays instead. */

import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { ownStage, Visitor } from './stage';

// What a compiler beside the server would note in this folder: which parts of the first game are not ready yet.
const folder = mkdtempSync(join(tmpdir(), 'sampan-ready-'));
mkdirSync(join(folder, 'wanted'));
const on = ownStage('', undefined, { compiling: folder });
const firstGame = async (): Promise<string> => (await (await fetch(`${on.server.address}/api/games`)).json())[0].game;
async function note(parts: Record<string, { share: number; seconds: number }>): Promise<void> {
  const game = await firstGame();
  const named = Object.fromEntries(Object.entries(parts).map(([kind, wait]) => [`${game}.${kind}`, wait]));
  writeFileSync(join(folder, 'status.new'), JSON.stringify(named));
  renameSync(join(folder, 'status.new'), join(folder, 'status.json'));
}

/** A table whose opponent is a bot of this level, begun by its first person. */
async function against(bot: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  await page.goto(on.server.address);
  const table = await page.evaluate(
    async ({ game, level }) => {
      const seats = [
        { kind: 'human', name: 'Ann' },
        { kind: 'bot', bot: level },
      ];
      const post = (path: string, body: object) =>
        fetch(`/api/tables${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((answer) => answer.json());
      const { view } = await post('', { game, seats, seed: 4 });
      let now = await post(`/${view.table}/start`, {});
      while (now.to_move === 0 && level === 'master')
        now = await post(`/${view.table}/moves`, { ply: now.ply, move: now.legal[0].move });
      return view.table as string;
    },
    { game: await firstGame(), level: bot },
  );
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('.board');
  return visitor;
}

test('a bot that is not ready says how far it is, and a weaker one plays where the player wishes it', async () => {
  await note({ search: { share: 0.4, seconds: 21.5 }, hints: { share: 0.3, seconds: 30 } });
  const ann = await against('master');
  const waiting = ann.page.locator('[data-waiting="1"]');
  await waiting.waitFor();
  expect(await waiting.textContent()).toMatch(/is getting ready \(40%, time left: ≈ 22 sec\)/);
  await note({ search: { share: 0.8, seconds: 6.2 }, hints: { share: 0.7, seconds: 12 } });
  await ann.page.waitForSelector('text=/80%, time left: ≈ 6 sec/');
  await ann.shot('bot-getting-ready');
  expect(await AxeBuilder(ann.page)).toEqual([]);
  await waiting.locator('[data-instead="club"]').click();
  await waiting.waitFor({ state: 'detached' });
  await ann.page.waitForSelector('.prompt.mine'); // it has played
  expect(ann.faults).toEqual([]);
  await ann.context.close();
});

test('a hint that is not ready says how far it is and comes by itself', async () => {
  await note({ hints: { share: 0.7, seconds: 12 } });
  const ann = await against('random');
  await ann.page.waitForSelector('.prompt.mine');
  await ann.page.getByRole('button', { name: 'Hint' }).click();
  await ann.page.locator('[role=status]', { hasText: '70%' }).waitFor();
  await ann.shot('hint-getting-ready');
  await note({});
  await ann.page.waitForSelector('[data-hint]');
  // the first answer was a refusal for now, which a browser notes by itself
  expect(ann.faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  await ann.context.close();
});
