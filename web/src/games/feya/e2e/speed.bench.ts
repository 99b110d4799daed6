import { test } from 'vitest';
import { MOVES, ownWork, PACE, PAUSE, printTable } from '../../../../e2e/speed';
import { ownStage, Visitor } from '../../../../e2e/stage';
import { presented } from '../../../../e2e/trace';
import { Sitting } from './sitting';

const on = ownStage('');

test('a swamp of 127 hexes with all its pieces', async () => {
  const visitor = await Visitor.arrive(on.browser, { reducedMotion: 'no-preference' });
  const { page } = visitor;
  // The large side without its gaps: the same names, 127 hexes.
  await page.route('**/api/games/feya/box', async (route) => {
    const box = await (await route.fetch()).json();
    box.maps.large.art = box.maps.large.art.replaceAll('.', '~');
    await route.fulfill({ json: box });
  });
  const { table } = await Sitting.down(on.server.address, visitor, 4, {}, { round: 4, ask: 'action' });
  await on.server.pausing(PAUSE);
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('.map .water');
  await page.waitForTimeout(500);
  await page.evaluate(() => performance.clearMeasures());
  let plies = 0;
  const play = () =>
    visitor.playOn(
      () => plies >= MOVES,
      (moves) => {
        const pick =
          moves.find((move) => /^(boat|go|site|track|lay|feast):/.test(move)) ??
          moves.find((move) => /^(sail|build|trade|fish|improve|celebrate):/.test(move)) ??
          moves.find((move) => /^(swap|done|pass|take|guide)/.test(move));
        if (pick) plies++;
        return pick;
      },
      PACE,
    );
  const seen = await presented(on.browser, play);
  const script = await ownWork(page);
  const reach = await page.evaluate(async () => {
    const [took, own]: number[][] = [[], []];
    for (const boat of document.querySelectorAll('[data-boat]')) {
      boat.dispatchEvent(new PointerEvent('pointerleave', { bubbles: true }));
      await new Promise((frame) => requestAnimationFrame(frame));
      const start = performance.now();
      boat.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      await Promise.resolve(); // before anything is painted
      own.push(document.querySelector('.map .far') ? performance.now() - start : Infinity);
      await new Promise((frame) => requestAnimationFrame(frame));
      took.push(performance.now() - start);
    }
    return { took, own };
  });
  printTable({
    'views of a swamp of 127 hexes, presented': seen,
    "the page's own work for them": script,
    'how far a boat gets, in place': reach.own,
    'how far a boat gets, next frame': reach.took,
  });
  await visitor.context.close();
});
