/** Learning the swamp. */

import { expect, test } from 'vitest';
import faults from '../../../../e2e/axe';
import { learn } from '../../../../e2e/lesson';
import { stage, Visitor } from '../../../../e2e/stage';

const on = stage();

test('the guided first game of the swamp goes to its end', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const seen = await learn(visitor, on.server.address, 'feya', 'feya-lesson');
  expect(seen.length).toBe(20);
  await visitor.shot('feya-lesson-done');
  expect(await faults(visitor.page)).toEqual([]);
  await visitor.page.locator('.lesson .gold').click();
  await visitor.page.waitForSelector('.lesson', { state: 'detached' });
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
