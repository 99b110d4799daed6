/** What a first visit fetches: a game's own parts, and no other's. */

import { expect, test } from 'vitest';
import { games } from '../tests/found';
import { stage, Visitor } from './stage';

const on = stage();

test.each(games)('all that a first visit fetches to play %s is under 200 KB of script and style', async (game) => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const [line, kinds, fetched] = [
    await visitor.context.newCDPSession(page),
    new Map<string, string>(),
    new Map<string, number>(),
  ];
  await line.send('Network.enable');
  line.on('Network.responseReceived', ({ requestId, response }) =>
    kinds.set(requestId, new URL(response.url).pathname),
  );
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    fetched.set(kinds.get(requestId) ?? '', encodedDataLength),
  );
  await page.goto(on.server.address);
  await page.locator(`[data-of=${game}] [data-quick]`).click();
  await page.waitForSelector('.board');
  const all = [...fetched].filter(([path]) => /\.(js|css)$/.test(path));
  const sum = all.reduce((bytes, [, more]) => bytes + more, 0);
  console.log(
    `page: a first visit to ${game} fetches ${(sum / 1024).toFixed(0)} KB of script and style: ${all.map(([path, bytes]) => `${path.replace(/^.*\/|-.*/g, '')} ${(bytes / 1024).toFixed(0)}`).join(', ')}`,
  );
  expect(all.some(([path]) => path.includes(`/${game}-`))).toBe(true);
  for (const other of games.filter((one) => one !== game))
    expect(all.some(([path]) => path.includes(`/${other}-`))).toBe(false);
  expect(sum).toBeLessThan(200 * 1024);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
