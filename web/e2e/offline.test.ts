/** An installed page: lobby, rules and finished games without a network, and never an old page from a newer server. */

import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ownStage, Visitor } from './stage';

const on = ownStage('/games');

/** Between browser and server: it can lose every connection, and pretend that the server has a newer page. */
class Between {
  away = false;
  build = 1;
  private readonly open = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async start(port: number): Promise<Between> {
    const server = createServer((asked, answer) => {
      if (between.away) {
        asked.socket.destroy();
        return;
      }
      const headers = { ...asked.headers, 'accept-encoding': 'identity' };
      const { method, url: path } = asked;
      const onward = request({ port, host: '127.0.0.1', method, path, headers }, (given) => {
        const parts: Buffer[] = [];
        given.on('data', (part: Buffer) => parts.push(part));
        given.on('end', () => {
          let body = Buffer.concat(parts);
          if (/html|javascript/.test(given.headers['content-type'] ?? '') && !path!.includes('/assets/'))
            body = Buffer.from(between.upgraded(body.toString()));
          answer.writeHead(given.statusCode!, { ...given.headers, 'content-length': body.length }).end(body);
        });
      });
      onward.on('error', () => asked.socket.destroy());
      asked.pipe(onward);
    });
    const between = new Between(server);
    server.on('connection', (socket) => {
      between.open.add(socket);
      socket.on('close', () => between.open.delete(socket));
      if (between.away) socket.destroy();
    });
    await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
    return between;
  }

  private upgraded(text: string): string {
    const mark = text.match(/`([0-9a-f]{12}) [0-9a-f]{12} assets/)?.[1]; // of the service worker's build
    if (mark) return text.replace(mark, `${mark}${this.build}`);
    return text.replace('<head>', `<head><meta name="build" content="${this.build}">`);
  }
  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/games`;
  }
  lose(): void {
    this.away = true;
    for (const socket of this.open) socket.destroy();
  }
  close(): void {
    this.lose();
    this.server.close();
  }
}

let between: Between;
afterEach(() => between.close());
const controlled = (one: Visitor) =>
  one.page.waitForFunction(() => navigator.serviceWorker?.controller?.state === 'activated');
const buildOf = (one: Visitor) => one.page.locator('meta[name="build"]').getAttribute('content');

test('without a network: lobby, rules and a finished game that was replayed; and the page itself again once there is one', async () => {
  between = await Between.start(on.server.port);
  const ann = await Visitor.arrive(on.browser, { serviceWorkers: 'allow' });
  const { page } = ann;
  await page.goto(between.address);
  await controlled(ann);
  const ask = (what: string, data?: object) =>
    ann.context.request[data ? 'post' : 'get'](`${between.address}/api${what}`, { data }).then((answer) =>
      answer.json(),
    );
  const [{ game }] = await ask('/games');
  const bots = [
    { kind: 'human', name: 'Ann' },
    { kind: 'bot', bot: 'random' },
  ];
  let view = (await ask('/tables', { game, seats: bots })).view;
  view = await ask(`/tables/${view.table}/start`, {});
  while (view.status === 'running') {
    const { text } = view.legal[0] ?? {};
    view = text
      ? await ask(`/tables/${view.table}/moves`, { ply: view.ply, move: text })
      : await ask(`/tables/${view.table}`);
  }
  await page.goto(`${between.address}/table/${view.table}/at/0`);
  await page.waitForSelector('text=Exit replay');
  const last = `${between.address}/api/tables/${view.table}/at/${view.moves}`;
  await expect.poll(() => page.evaluate(async (url) => (await caches.match(url)) !== undefined, last)).toBe(true);

  between.lose();
  await page.goto(between.address);
  await page.waitForSelector(`[data-mine="${view.table}"][data-standing="over"]`);
  await ann.shot('offline-lobby');
  await page.locator(`[data-of="${game}"]`).getByText('Rules', { exact: true }).click();
  await page.waitForSelector('.rules h3, .rules h2');
  await ann.shot('offline-rules');
  await page.goto(`${between.address}/table/${view.table}/at/7`);
  await page.waitForSelector('text=Exit replay');
  await page.locator('input[type=range]').fill(String(view.moves));
  await page.waitForURL(`**/at/${view.moves}`);
  await page.waitForSelector('.board');
  await ann.shot('offline-replay');
  expect(await page.locator('meta[name="kept"]').count()).toBe(1);
  between.away = false;
  await page.waitForFunction(() => !document.querySelector('meta[name="kept"]'));
  await ann.context.close();
});

test('a newer page is shown at once, and is the one that is kept; a game that goes on is not', async () => {
  between = await Between.start(on.server.port);
  const ann = await Visitor.arrive(on.browser, { serviceWorkers: 'allow' });
  const { page } = ann;
  await page.goto(between.address);
  await controlled(ann);
  expect(await buildOf(ann)).toBe('1');
  between.build = 2;
  await page.goto(between.address);
  expect(await buildOf(ann)).toBe('2');
  const taken = async (): Promise<boolean> => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    const there = (await caches.keys()).some((name) => /^sampan \/games code [0-9a-f]{12}2$/.test(name));
    return there && !installing && !waiting && active?.state === 'activated';
  };
  await expect.poll(() => page.evaluate(taken)).toBe(true);
  await page.locator('[data-quick]').first().click();
  await page.waitForSelector('.board');
  const table = page.url();
  between.lose();
  await page.goto(between.address);
  expect(await buildOf(ann)).toBe('2');
  await page.goto(table);
  await page.waitForSelector('[data-mine], .notice, [role=status]');
  expect(await page.locator('.board').count()).toBe(0);
  await ann.context.close();
});
