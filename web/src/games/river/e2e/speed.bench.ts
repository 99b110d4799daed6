import { test } from 'vitest';
import { MOVES, ownWork, PACE, PAUSE, printTable } from '../../../../e2e/speed';
import { ownStage, Visitor } from '../../../../e2e/stage';
import { presented } from '../../../../e2e/trace';

const on = ownStage('');

test('moves on the river', async () => {
  const visitor = await Visitor.arrive(on.browser, { reducedMotion: 'no-preference' });
  const { page } = visitor;
  await on.server.pausing(PAUSE);
  await page.goto(on.server.address);
  await page.locator('[data-of=river] [data-quick]').click();
  await page.waitForSelector('svg.board .pane');
  await visitor.playOn(
    async () => (await visitor.moves()).length > 0,
    () => undefined,
  );
  await page.waitForTimeout(500);
  await page.evaluate(() => performance.clearMeasures());
  let made = 0;
  const first = (moves: string[], kind: RegExp): string | undefined => moves.find((move) => kind.test(move));
  const choose = (moves: string[]): string | undefined => {
    const pick =
      first(moves, /^confirm$/) ??
      first(moves, /^(end|roll)$/) ??
      first(moves, /^(deliver|discard|take|good|journey|merchant|sell|marker|royal|patron)/) ??
      first(moves, /^build/) ??
      first(moves, /^sail/) ??
      first(moves, /^stop/);
    if (pick) made++;
    return pick;
  };
  const seen = await presented(on.browser, () => visitor.playOn(() => made >= MOVES, choose, PACE));
  printTable({ 'views of the river, presented': seen, "the page's own work for them": await ownWork(page) });
  await visitor.context.close();
});
