/** A tip is an answer to whoever points: what comes to lie under a pointer that rests was not asked about. */

import { expect, test } from 'vitest';
import { games } from '../../tests/found';
import { stage, Visitor } from '../stage';
import { played, playersOf, Tables } from './tables';

const on = stage();

test('a table that comes under a resting pointer shows no tip; the pointer that then moves on a piece gets one', async () => {
  const { address } = on.server;
  const [game] = games;
  const [players] = playersOf(game);
  const of = played(game, players);
  const { path, cookies } = await new Tables(address).running(of, of.early, players, true);
  const ann = await Visitor.arrive(on.browser);
  await ann.context.addCookies(cookies);
  await ann.page.goto(`${address}${path}`);
  const strip = ann.page.locator('.players [data-help]').first();
  const box = (await strip.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await ann.page.mouse.move(x, y);
  await ann.page.waitForSelector('.tip');
  await ann.page.goto(address);
  await ann.page.waitForSelector('.game small');
  await ann.page.mouse.move(x, y);
  await ann.page.evaluate((there) => {
    history.pushState(null, '', there); // as a link of the lobby does, whose table comes under the pointer
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await strip.waitFor();
  await ann.page.waitForTimeout(1500); // more than a tip waits
  expect(await ann.page.locator('.tip').count()).toBe(0);
  await ann.page.mouse.move(x + 2, y);
  await ann.page.waitForSelector('.tip');
  expect(ann.faults).toEqual([]);
  await ann.context.close();
});
