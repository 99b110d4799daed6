/** A box of one's own: a hex is painted, a mistake is told beside its field and mended, the box is saved as a file, played and shared. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import faultsOf from '../../../../e2e/axe';
import { ownStage, Visitor } from '../../../../e2e/stage';

const on = ownStage('', undefined, { box_games: 2, box_compiling: false });

test('a swamp is painted, mended, saved, played and opened by a friend', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  await page.goto(on.server.address);
  await page.locator('[data-own-box=feya]').click();
  await page.waitForSelector('[data-box=feya] [data-paint]');
  expect(await page.locator('[data-entered]').innerText()).toMatch(/: 0 of \d+/);

  // A spirit is painted over: three islands fewer are no fault, but a temple that is gone is one.
  await page.locator('[data-brush="~"]').click();
  const temple = page.locator('[data-paint][data-token="A"]');
  const place = (await temple.getAttribute('data-paint'))!;
  await temple.click();
  await page.locator('[data-field="maps.small.art"] [data-fault]').waitFor();
  expect(await page.locator('[data-faults]').innerText()).toContain('temple A is drawn 0 times: expected once');
  expect(await page.locator('[data-play]').isDisabled()).toBe(true);
  await ann.shot('box-fault');
  await page.locator('[data-undo]').click();
  await page.waitForFunction(() => !document.querySelector('[data-faults]'));
  expect(await page.locator(`[data-paint][data-token="A"]`).count()).toBe(1);
  expect(place).toMatch(/,/);

  // By keyboard: a fish beside another.
  await page.locator('[data-brush=p]').click();
  await page.locator('[data-paint][data-token="~"]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-difference="maps.small.art"]').waitFor();

  // A figure out of its range, told beside its field; then a good one.
  await page.locator('[data-step=sailing]').click();
  const figure = page.locator('[data-at="sailing_track.vp[0]"]');
  await figure.fill('99');
  await page.locator('[data-fault="sailing_track.vp[0]"]').waitFor();
  expect(await page.locator('[data-fault="sailing_track.vp[0]"]').innerText()).toContain(
    'sailing_track.vp[0] = 99: expected a whole number 0..20',
  );
  await figure.fill('3');
  await page.locator('[data-difference="sailing_track.vp[0]"]').waitFor();
  await page.locator('[data-printed=sailing_track]').check();
  expect(await page.locator('[data-entered]').innerText()).toMatch(/: 6 of \d+/);
  expect(await faultsOf(page)).toEqual([]);

  // What is saved can be dropped elsewhere; what was typed is still here after a reload.
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-download]').click()]);
  expect(file.suggestedFilename()).toBe('feya-box.toml');
  const kept = join(mkdtempSync(join(tmpdir(), 'sampan-box-')), 'box.toml');
  await file.saveAs(kept);
  const text = readFileSync(kept, 'utf-8');
  expect(text).toContain('vp = [3, 2, 4, 6, 8]');
  await page.reload();
  await page.locator('[data-difference="sailing_track.vp[0]"]').waitFor();

  // Kept by its hash, and played: the table plays with it.
  await page.locator('[data-keep]').click();
  const link = (await page.locator('[data-link]').getAttribute('href'))!;
  await page.locator('[data-play]').click();
  await page.waitForURL(/\/table\//);
  await page.waitForSelector('[data-hex]');
  const seen = await (
    await ann.context.request.get(
      `${on.server.address}/api${new URL(page.url()).pathname.replace('/table', '/tables')}`,
    )
  ).json();
  expect(link.endsWith(seen.box)).toBe(true);
  expect(seen.own_box).toBe(true);

  const bob = await Visitor.arrive(on.browser);
  await bob.page.goto(`${new URL(on.server.address).origin}${link}`);
  await bob.page.locator('[data-difference="sailing_track.vp[0]"]').waitFor();
  await bob.page.locator('[data-reset]').click();
  await bob.page.waitForFunction(() => !document.querySelector('[data-differences]'));
  await bob.page
    .locator('[data-load]')
    .setInputFiles({ name: 'x.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await bob.page.locator('[data-difference="sailing_track.vp[0]"]').waitFor();
  await bob.page
    .locator('[data-load]')
    .setInputFiles({ name: 'x.toml', mimeType: 'text/plain', buffer: Buffer.from('a = [') });
  await bob.page.locator('[data-trouble]').waitFor();
  expect([...ann.faults, ...bob.faults]).toEqual([]);
});
