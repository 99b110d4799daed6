import { expect, test } from 'vitest';
import { ownStage, Visitor } from './stage';

const on = ownStage('/games');

test('below a subpath a table is opened, played at, linked to and reloaded, and nothing is asked for elsewhere', async () => {
  const visitor = await Visitor.arrive(on.browser);
  const { page } = visitor;
  const asked: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
  page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()));
  await page.goto(`${on.server.address}/`);
  await page.locator('.own summary').click();
  await page.locator('[data-open]').click();
  await page.waitForSelector('.board');
  expect(new URL(page.url()).pathname).toMatch(/^\/games\/table\/[\w-]{12}$/);
  await visitor.playOn(
    async () => (await visitor.moves()).length > 0,
    () => undefined,
  );
  const [move] = await visitor.moves();
  await visitor.click(move);
  await page.reload(); // a deep link
  await page.waitForSelector('.board');
  await page.goto(`${on.server.address}/replay`);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => !path.startsWith('/games/'))).toEqual([]);
  expect(asked.some((path) => path.endsWith('/live'))).toBe(true);
  expect(failed).toEqual([]);
  expect(visitor.faults).toEqual([]);
});
