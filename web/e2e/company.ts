/** People at one table, for tests in which several meet: a table laid in the lobby, sitting down, seeing it, going home. */

import { expect } from 'vitest';
import type { Visitor } from './stage';

export const BOARD = '.board';
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A table laid in the lobby with these seats beside one's own; the link to it. */
export async function layTable(
  { page }: Visitor,
  address: string,
  seats: string[],
  { level = 'learner', pace = '', seating = 'given' } = {},
): Promise<string> {
  await page.goto(address);
  await page.locator('.own summary').click();
  await page.locator('[data-name]').fill('Ann');
  await page.locator('[data-players]').selectOption(String(seats.length + 1));
  for (const [k, kind] of seats.entries()) await page.locator(`[data-seat="${k + 1}"]`).selectOption(kind);
  await page.locator(`.own select:has(option[value="${level}"])`).selectOption(level);
  await page.locator('.own [data-seating]').selectOption(seating);
  const offered = page.locator('.own [data-pace] option', { hasText: pace }).first();
  if (pace) await page.locator('.own [data-pace]').selectOption(await offered.getAttribute('value'));
  await page.locator('[data-open]').click();
  await page.waitForURL('**/table/*');
  return page.url();
}

/** Sit down in the first open seat. */
export async function sitDown({ page }: Visitor, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.locator('label input').fill(name);
  await page.locator('li button.gold').first().click();
  await page.locator(`em:has-text("you"), ${BOARD}`).first().waitFor();
}

export const apiOf = (link: string): string => link.replace('/table/', '/api/tables/');
/** The table as this visitor may see it; a device that is passed around says as whom. */
export const viewOf = async <Seen>(one: Visitor, link: string, chair = ''): Promise<Seen> =>
  (await one.context.request.get(`${apiOf(link)}${chair}`)).json() as Promise<Seen>;

/** The page shows the table as the server has it by now: what is pressed then is meant for that position. */
export async function caughtUp(one: Visitor): Promise<void> {
  const shown = one.page.locator('.frame[data-ply]');
  await expect
    .poll(async () => {
      const { ply } = await viewOf<{ ply: number }>(one, one.page.url());
      return (await shown.getAttribute('data-ply')) === String(ply);
    })
    .toBe(true);
}

/** Nobody's page has complained, and all leave. */
export async function goHome(...all: Visitor[]): Promise<void> {
  expect(all.flatMap((one) => one.faults)).toEqual([]);
  await Promise.all(all.map((one) => one.context.close()));
}
