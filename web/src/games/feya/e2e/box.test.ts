/** A box of one's own: a hex is painted, a mistake is told beside its field and mended, the box is saved as a file, played and shared. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import faultsOf from '../../../../e2e/axe';
import { ownStage, Visitor } from '../../../../e2e/stage';

const on = ownStage('', undefined, { box_games: 2, box_compiling: false });

test('every piece is entered where it is printed, with keys alone and by clicking', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  await page.goto(`${on.server.address}/box/feya`);
  const step = (id: string) => page.locator(`[data-step=${id}]`).click();
  const figure = (at: string) => page.locator(`[data-figure="${at}"]`);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-figure'));

  // Digits and arrows change a figure, Enter and the arrows to the side go on to the next one, Escape takes back.
  await step('guides');
  await figure('guides[0].settlement').focus();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('guides[0].range');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('guides[1].initiative');
  await page.keyboard.type('7');
  await page.keyboard.press('Escape');
  expect(await figure('guides[0].settlement').innerText()).toBe('9');
  expect(await figure('guides[0].range').innerText()).toBe('6');
  expect(await figure('guides[1].initiative').innerText()).toBe('2');
  await page.locator('[data-difference="guides[0].range"]').waitFor();

  // A space of a clan board is chosen by what it opens; the number in it is typed.
  await step('boards');
  await figure('clan_boards.frog[2][2]').click();
  await page.locator('[data-choice="gold:3"]').click();
  await page.keyboard.type('4');
  await page.locator('[data-difference="clan_boards.frog[2][2]"]').waitFor();
  expect(await figure('clan_boards.frog[2][2]').innerText()).toBe('4');

  // With keys alone: a letter chooses what begins with it, digits are its amount.
  await page.keyboard.press('p');
  await page.keyboard.type('12');
  expect(await figure('clan_boards.frog[2][2]').getAttribute('aria-label')).toMatch(/: 12 points each round$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('w');
  expect(await figure('clan_boards.frog[2][3]').getAttribute('aria-label')).toMatch(/: a worker$/);
  await page.keyboard.press('b');
  await page
    .locator('[data-difference="clan_boards.frog[2][2]"]')
    .getByText('nothing → 12 points each round')
    .waitFor();

  // Even what the rulebook says is on cards: prices are typed where they stand.
  await step('start');
  await figure('prices.fish[1]').focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('prices.fish[2]');
  await page.locator('[data-difference="prices.fish[1]"]').waitFor();

  // A worker space costs and gives; there may be more of them.
  await step('small_spaces');
  await figure('actions.small.sail[1]').focus();
  await page.keyboard.press('ArrowDown');
  await figure('actions.small.spirit').click();
  await page.locator('[data-sheet] .more').click();
  await page.locator('[data-done]').click();
  await figure('actions.small.spirit[1]').waitFor();
  await ann.shot('box-pieces');

  // What is wrong is told beside the piece, and leads there; the form has the same fields.
  await step('temples');
  await figure('temples.A[0]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-sheet] [data-at="temples.A[0].vp"]').fill('77');
  await page.keyboard.press('Escape');
  await page.locator('[data-fault="temples.A[0].vp"] button').click();
  expect(await focused()).toBe('temples.A[0].vp');
  await page.locator('[data-undo]').click();
  await page.waitForFunction(() => !document.querySelector('[data-fault]'));
  await page.locator('[data-as-form]').check();
  await page.locator('[data-at="temples.A[0].vp"]').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(ann.faults).toEqual([]);
});

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
  expect(await page.locator('[data-faults]').innerText()).toContain('temple A on the map: 0, expected 1');
  expect(await page.locator('[data-play]').isDisabled()).toBe(true);
  await ann.shot('box-fault');
  await page.locator('[data-undo]').click();
  await page.waitForFunction(() => !document.querySelector('[data-faults]'));
  expect(await page.locator(`[data-paint][data-token="A"]`).count()).toBe(1);
  expect(place).toMatch(/,/);

  // By keyboard: a row as one writes it; no map grows beyond the places there are: painting stops there with a word.
  const hexes = page.locator('[data-paint]:not([data-token="."])');
  const before = await hexes.count();
  await page.locator('[data-paint][data-token="E"]').focus();
  await page.keyboard.type('eY5');
  expect(await page.locator('[data-paint]:focus').getAttribute('data-token')).toBe('~');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+z');
  await page.locator('[data-brush="~"]').click();
  for (let rows = 0; rows < 9 && !(await page.locator('[data-full]').count()); rows++) {
    await page.locator('[data-paint][data-token="."]').last().focus();
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-full]').waitFor();
  while ((await hexes.count()) > before) await page.locator('[data-undo]').click();

  // A fish beside another.
  await page.locator('[data-brush=p]').click();
  await page.locator('[data-paint][data-token="~"]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-difference="maps.small.art"]').waitFor();

  // A figure out of its range, told beside its field; then a good one.
  await page.locator('[data-step=sailing]').click();
  const figure = page.locator('[data-figure="sailing_track.vp[0]"]');
  const entry = page.locator('[data-entry="sailing_track.vp[0]"]');
  await figure.click();
  await entry.fill('99');
  await page.locator('[data-fault="sailing_track.vp[0]"]').waitFor();
  expect(await page.locator('[data-fault="sailing_track.vp[0]"]').innerText()).toContain(
    '99: expected a whole number 0..20',
  );
  await entry.fill('3');
  await page.keyboard.press('Enter');
  await page.locator('[data-difference="sailing_track.vp[0]"]').waitFor();
  await page.locator('[data-printed=sailing_track]').check();
  expect(await page.locator('[data-entered]').innerText()).toMatch(/: 5 of \d+/);
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

  // Drafts have names; the lobby's own table is played with one of them.
  await page.goto(`${on.server.address}/box/feya`);
  await page.locator('[data-draft-name]').fill('Mine');
  await page.locator('[data-drafts]').selectOption('');
  await page.waitForFunction(() => !document.querySelector('[data-differences]'));
  await page.locator('[data-step=sailing]').click();
  await figure.click();
  await entry.fill('5');
  await page.waitForFunction(() => document.querySelectorAll('[data-drafts] option').length === 3);
  await page.locator('[data-drafts]').selectOption({ label: 'Mine' });
  await page.waitForFunction(() =>
    document.querySelector('[data-figure="sailing_track.vp[0]"]')!.textContent!.includes('3'),
  );
  await page.goto(on.server.address);
  await page.locator('details.own summary').click();
  await page.locator('[data-game-choice]').selectOption('feya');
  await page.locator('[data-box-choice]').selectOption({ label: 'Mine' });
  await page.locator('details.own [data-open]').click();
  await page.waitForURL(/\/table\//);
  const own = await ann.context.request.get(
    `${on.server.address}/api${new URL(page.url()).pathname.replace('/table', '/tables')}`,
  );
  expect(link.endsWith((await own.json()).box)).toBe(true);

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
