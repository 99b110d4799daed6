/** The games of `examples`, each installed by pip: packages that know no page, played on the generic table. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import faults from './axe';
import { compiled, pipInstall } from './packages';
import { ownStage, Visitor } from './stage';

const EXAMPLES = '../examples';
const packages = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(packages.map(({ name }) => name))('%s', (name) => {
  const source = join(EXAMPLES, name);
  const game = /\[project\.entry-points\."sampan\.games"\]\s+(\w+) = "(\w+):/.exec(
    readFileSync(join(source, 'pyproject.toml'), 'utf-8'),
  )!;
  const words = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(join(source, 'src', game[2], 'messages', `${language}.json`), 'utf-8'));
  const on = ownStage('', () => compiled(pipInstall(source), game[1]));

  test('is in the lobby once it is installed, and is played on the generic table', async () => {
    const visitor = await Visitor.arrive(on.browser);
    const { page } = visitor;
    await page.goto(on.server.address);
    const card = page.locator(`[data-of=${game[1]}]`);
    await expect.poll(() => card.locator('h2').innerText()).toBe(words('en')[`${game[1]}_title`]);
    await card.locator('[data-quick]').click();
    const picture = page.locator('.generic pre');
    await page.waitForSelector('.generic pre:not(:empty)');
    const mine = () => page.locator('.generic [data-move]').count();

    // Some turns; a move that shows nothing hidden is taken back once, and the picture is what it was.
    const back = page.getByRole('button', { name: 'Undo' });
    let undone = false;
    for (let made = 0; made < 8;) {
      await expect.poll(mine).toBeGreaterThan(0);
      const before = await picture.innerText();
      const [move] = await visitor.moves();
      if (!move) continue;
      await visitor.click(move);
      made++;
      await expect.poll(() => picture.innerText()).not.toBe(before);
      if (!undone && (await back.isEnabled())) {
        await page.keyboard.press('u');
        await expect.poll(() => picture.innerText()).toBe(before);
        undone = true;
      }
    }
    expect(undone).toBe(true);

    // Words, log, hint.
    const log = await page.locator('.log').innerText();
    expect(log.split('\n').length).toBeGreaterThan(10);
    expect(log).not.toMatch(new RegExp(`${game[1]}_\\w+`));
    await expect.poll(mine).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('[data-hint]'); // in the log's place
    await visitor.shot(`example-${name}`);
    expect(await faults(page)).toEqual([]);

    // The same table in Spanish.
    await page.evaluate(() => localStorage.setItem('sampan.language', 'es'));
    await page.reload();
    await expect.poll(mine).toBeGreaterThan(0);
    const patterns = Object.entries(words('es'))
      .filter(([id]) => id.startsWith(`${game[1]}_move_`))
      .map(([, text]) => new RegExp(`^${text.replace(/\{\w+\}/g, '.+')}$`));
    const spoken = await page.locator('.generic [data-move]').allInnerTexts();
    expect(spoken.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
    await visitor.shot(`example-${name}-es`);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
