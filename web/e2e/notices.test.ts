/** Being told while no page is open: each way is asked for on the page, and arrives at a stand-in for the receiving end. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import AxeBuilder from './axe';
import { launched } from './server';
import { ownStage, Visitor } from './stage';

const folder = mkdtempSync(join(tmpdir(), 'sampan-receiver-'));
const make =
  'import sys; sys.path.insert(0, ".."); from pathlib import Path; from tests.server.receiver import certificate; certificate(Path(sys.argv[1]))';
execFileSync(process.env.PYTHON ?? '../.venv/bin/python', ['-c', make, folder]);
process.env.SSL_CERT_FILE = join(folder, 'receiver.pem'); // for the server of the tests
const on = ownStage('', undefined, { push: true, notice_private: true, notice_delay: 0, notice_gap: 0, scan: 0.2 });

const came: { path: string; encoding: string | undefined; body: string }[] = [];
const pem = readFileSync(process.env.SSL_CERT_FILE);
const receiver = createServer({ key: pem, cert: pem }, (asked, answer) => {
  const parts: Buffer[] = [];
  asked.on('data', (part: Buffer) => parts.push(part));
  asked.on('end', () => {
    came.push({
      path: asked.url!,
      encoding: asked.headers['content-encoding'],
      body: Buffer.concat(parts).toString(),
    });
    answer.writeHead(asked.url === '/gone' ? 410 : 204).end();
  });
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((up) => receiver.listen(0, '127.0.0.1', up));
  address = `https://localhost:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());
beforeEach(() => void came.splice(0));
const arrived = (path: string) => came.filter((one) => one.path === path);

/** Ann and Ben at a running table; it is Ann's turn. */
async function seated(options = {}, browser = on.browser) {
  const [ann, ben] = await Promise.all([Visitor.arrive(browser, options), Visitor.arrive(on.browser)]);
  const ask = (one: Visitor, what: string, data?: object) =>
    one.context.request[data ? 'post' : 'get'](`${on.server.address}/api${what}`, { data }).then((given) =>
      given.json(),
    );
  const [{ game }] = await ask(ann, '/games');
  const { table } = (await ask(ann, '/tables', { game, seats: [{ kind: 'human', name: 'Ann' }, { kind: 'open' }] }))
    .view;
  await ask(ben, `/tables/${table}/join`, { name: 'Ben' });
  await ask(ann, `/tables/${table}/start`, {});
  /** Both move until it is this seat's turn, at least once. */
  const turnTo = async (seat: number): Promise<void> => {
    for (let moved = false; ; moved = true) {
      const { to_move } = await ask(ann, `/tables/${table}`);
      if (moved && to_move === seat) return;
      const one = [ann, ben][to_move];
      const view = await ask(one, `/tables/${table}`);
      await ask(one, `/tables/${table}/moves`, { ply: view.ply, move: view.legal.at(-1).text });
    }
  };
  await turnTo(0);
  await ann.page.goto(`${on.server.address}/table/${table}`);
  const open = async (): Promise<void> => {
    await ann.page.locator('button[aria-label="Menu"]').click();
    await ann.page.locator('[data-away] summary').click();
    await ann.page.waitForSelector('[data-make-feed]');
  };
  return { ann, ben, table, turnTo, open };
}

test('a webhook, a feed, and a note when an address is given up', async () => {
  const { ann, table, turnTo, open } = await seated();
  const { page } = ann;
  await open();
  await page.locator('[data-address]').fill('http://localhost/hook');
  await page.locator('[data-save-hook]').click();
  await page.waitForSelector('text=Enter a public address that starts with https://.');
  await page.locator('[data-address]').fill(`${address}/hook`);
  await page.locator('[data-save-hook]').click();
  await page.waitForSelector('[data-hook="sent"]:has-text("Messages go to localhost")');
  expect(JSON.parse(arrived('/hook')[0].body).content).toContain('Ann, Ben');
  await page.locator('[data-make-feed]').click();
  const feed = await page.locator('[data-feed]').inputValue();
  expect(await (await fetch(feed)).text()).toContain('Ann: your turn in');
  expect(await AxeBuilder(page)).toEqual([]);
  await ann.shot('menu-away');
  await turnTo(1);
  await turnTo(0);
  await expect.poll(() => arrived('/hook').map(({ body }) => JSON.parse(body).event)).toEqual(['hello', 'turn']);
  await page.locator('[data-end-feed]').click();
  await expect.poll(async () => (await fetch(feed)).status).toBe(404);
  // Another address, where there is nothing.
  await page.locator('[data-away] button:has-text("Turn off")').first().click();
  await page.locator('[data-address]').fill(`${address}/gone`);
  await page.locator('[data-save-hook]').click();
  await page.waitForSelector('[data-hook="gone"]');
  await page.goto(`${on.server.address}/table/${table}`);
  await page.waitForSelector('[data-given-up]:has-text("nothing at this address")');
  await ann.shot('given-up');
  expect(ann.faults).toEqual([]);
  await ann.context.close();
});

test('a phone is told by push; where the browser says no there is a sentence and another way', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' as const };
  const whole = await launched(true); // without windows there are no notifications
  const { ann, table, turnTo, open } = await seated(phone, await chromium.connect(whole.wsEndpoint()));
  const { page, context } = ann;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await open();
  await page.locator('[data-push]').click(); // a browser that nobody has allowed anything
  await page.waitForSelector('[data-push-trouble]:has-text("Your browser blocks notifications")');
  expect(await page.locator('[data-push]').isChecked()).toBe(false);
  await ann.shot('phone-push-denied');
  // Allowed; the push service is a stand-in.
  await context.grantPermissions(['notifications'], { origin: on.server.address });
  await page.evaluate(async (endpoint) => {
    const made = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', made.publicKey));
    const text = (bytes: Uint8Array): string =>
      btoa(String.fromCharCode(...bytes))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=/g, '');
    const keys = { p256dh: text(point), auth: text(new Uint8Array(16)) };
    const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
    let kept: unknown = null;
    Object.assign(PushManager.prototype, {
      subscribe: async () => (kept = subscription),
      getSubscription: async () => kept,
    });
  }, `${address}/push/ann`);
  await page.locator('[data-push]').click();
  await expect.poll(() => page.locator('[data-push]').isChecked()).toBe(true);
  await turnTo(1);
  await turnTo(0);
  await expect.poll(() => arrived('/push/ann').map(({ encoding }) => encoding)).toEqual(['aes128gcm']);
  await page.locator('[data-push]').click();
  await expect.poll(() => page.locator('[data-push]').isChecked()).toBe(false);

  // What a push service hands to the browser is shown by the service worker, where the table is not looked at.
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((found) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => found(registrations[0].registrationId)),
  );
  await cdp.send('ServiceWorker.enable');
  await page.goto(on.server.address);
  const data = JSON.stringify({ title: 'A game', body: 'Ann: your turn', path: `/table/${table}`, tag: table });
  const registrationId = await registered;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: on.server.address, registrationId, data });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title} ${body}`),
    );
  await expect.poll(shown).toEqual(['A game Ann: your turn']);
  expect(ann.faults).toEqual([]);
  await whole.close();
});
