/** The puzzle of the day, tried wrongly and then rightly, on a wide screen and on a phone; what is kept of it; and a link that leads nowhere. */

import { expect, test } from 'vitest';
import AxeBuilder from './axe';
import { goHome, PHONE } from './company';
import { stage, Visitor } from './stage';

const on = stage();

interface Puzzle {
  id: string;
  turn: Record<'best' | 'played', { moves: string[] }>;
}
const NOON = new Date('2026-11-18T12:00:00');
const NEXT_NOON = new Date('2026-11-19T12:00:00');

const fetched = async <T>({ context }: Visitor, path: string): Promise<T> =>
  (await context.request.get(`${on.server.address}/api/games${path}`)).json() as Promise<T>;

/** The games here that bring puzzles. */
async function withPuzzles(one: Visitor): Promise<string[]> {
  const games = await fetched<{ game: string; puzzles: number }[]>(one, '');
  return games.filter(({ puzzles }) => puzzles > 0).map(({ game }) => game);
}

/** The puzzle that lies on the page. */
async function lying(one: Visitor, game: string): Promise<Puzzle> {
  await one.page.waitForSelector('[data-puzzle][data-at="0"]');
  return fetched(one, `/${game}/puzzles/${await one.page.locator('[data-puzzle]').getAttribute('data-puzzle')}`);
}

/** Make these moves where the board has their places; one place may make a move several times in a row. */
async function turn(one: Visitor, moves: string[]): Promise<void> {
  for (let made = 0; made < moves.length;) {
    const rest = moves.slice(made);
    const often = rest.findIndex((move) => move !== rest[0]);
    const [many, single] = [`${rest[0]}*${often < 0 ? rest.length : often}`, rest[0]];
    await one.page.locator(`[data-move="${many}"], [data-move="${single}"]`).first().waitFor({ state: 'attached' });
    const together = (await one.page.locator(`[data-move="${many}"]`).count()) > 0;
    made += together ? Number(many.split('*')[1]) : 1;
    const place = together ? many : single;
    const drawer = one.page.locator(`details:not([open]):has([data-move="${place}"]) > summary`).first();
    if (await drawer.count()) await drawer.click();
    await one.click(place);
    await one.page.waitForSelector(`[data-at="${made}"]`);
  }
}
const told = (one: Visitor, what: string) => one.page.waitForSelector(`[data-told="${what}"]`);

test.each([
  ['wide', {}, 0],
  ['phone-pl', { ...PHONE, locale: 'pl-PL' }, -1],
] as const)('the day’s puzzle is solved at the second try (%s), and the day counts', async (name, screen, which) => {
  const ann = await Visitor.arrive(on.browser, { ...screen });
  const { page } = ann;
  await page.clock.setFixedTime(NOON);
  const game = (await withPuzzles(ann)).at(which)!;
  await page.goto(on.server.address);
  await page.locator(`[data-of=${game}] [data-day=open]`).click();
  const puzzle = await lying(ann, game);
  await ann.shot(`puzzle-${name}`);
  expect(await AxeBuilder(page)).toEqual([]);

  await turn(ann, puzzle.turn.played.moves);
  await told(ann, 'played');
  expect(await page.locator('[data-solution]').count()).toBe(0); // nothing is given away
  await ann.shot(`puzzle-wrong-${name}`);
  await page.locator('[data-again]').click();
  await page.waitForSelector('[data-at="0"]');
  await turn(ann, puzzle.turn.best.moves);
  await told(ann, 'best');
  await page.waitForSelector('[data-solution]');
  await ann.shot(`puzzle-right-${name}`);
  expect(await AxeBuilder(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  // The turn that is mostly played is played out on the board.
  await page.locator('[data-show=played]').click();
  await page.waitForSelector(`[data-shown=played][data-at="${puzzle.turn.played.moves.length}"]`);

  await page.goto(`${on.server.address}/puzzles/${game}`);
  await page.waitForSelector(`[data-tile="${puzzle.id}"][data-state=solved]`);
  expect(await page.locator('[data-streak]').innerText()).toBe('1');
  expect(await page.locator('[data-score]').innerText()).toBe('0 / 1');
  await ann.shot(`puzzles-${name}`);
  expect(await AxeBuilder(page)).toEqual([]);
  await page.goto(on.server.address);
  await page.waitForSelector(`[data-of=${game}] [data-day=solved]`);
  await page.clock.setFixedTime(NEXT_NOON);
  await page.reload();
  await page.waitForSelector(`[data-of=${game}] [data-day=open]`);
  await goHome(ann);
});

test('an answer that was looked at is no solution; puzzles are chosen by kind; an old link leads on', async () => {
  const ann = await Visitor.arrive(on.browser);
  const { page } = ann;
  const [game] = await withPuzzles(ann);
  await page.goto(`${on.server.address}/puzzles/${game}/000000x`);
  await page.locator('[data-lost-day]').click();
  const puzzle = await lying(ann, game);
  await page.keyboard.press('n'); // something that can be done has the focus
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-move'))).toBe(true);
  await page.locator('[data-answer]').click();
  await told(ann, 'answer');
  await page.waitForSelector(`[data-shown=best][data-at="${puzzle.turn.best.moves.length}"]`);
  await page.locator('[data-leave]').click();
  await page.waitForSelector(`[data-tile="${puzzle.id}"][data-state=shown]`);
  expect(await page.locator('[data-streak]').innerText()).toBe('0');
  const all = await page.locator('[data-tile]').count();
  const kinds = await page.locator('[data-kind] option').count();
  await page.locator('[data-kind]').selectOption({ index: 1 });
  const few = await page.locator('[data-tile]').count();
  expect(few).toBeGreaterThan(0);
  if (kinds > 2) expect(few).toBeLessThan(all);
  await goHome(ann);
});
