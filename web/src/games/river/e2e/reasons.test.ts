/** Why points were scored stands beside them for a moment, and on no offer. */

import { expect, test } from 'vitest';
import { goHome, layTable } from '../../../../e2e/company';
import { stage, Visitor } from '../../../../e2e/stage';
import { sensible } from './sensible';

const on = stage();

test('reasons of points never lie on the row of offers', async () => {
  const ann = await Visitor.arrive(on.browser);
  await layTable(ann, on.server.address, ['bot']);
  await ann.page.waitForSelector('svg.board .pane');
  await ann.page.evaluate(() => {
    const told: { words: string; over: number }[] = [];
    Object.assign(window, { told });
    new MutationObserver((changes) => {
      for (const chip of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (chip instanceof HTMLSpanElement) {
          const [box, row] = [chip, document.querySelector('.offers')!].map((one) => one.getBoundingClientRect());
          const over = Math.min(box.bottom, row.bottom) - Math.max(box.top, row.top);
          told.push({ words: chip.textContent!, over: box.left < row.right ? Math.max(0, over) : 0 });
        }
    }).observe(document.querySelector('.flights')!, { childList: true });
  });
  const told = () => ann.page.evaluate(() => (window as unknown as { told: { words: string; over: number }[] }).told);
  await ann.playOn(async () => (await told()).length > 5 || (await ann.page.locator('.end').isVisible()), sensible);
  expect((await told()).length).toBeGreaterThan(0);
  expect((await told()).filter(({ over }) => over > 0)).toEqual([]);
  await goHome(ann);
});
