/** A real server and a real browser for the tests. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

export const SHOTS = 'shots';
mkdirSync(SHOTS, { recursive: true });

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
}

class Server {
  private process: ChildProcess | null = null;
  readonly database = join(mkdtempSync(join(tmpdir(), 'sampan-e2e-')), 'tables.sqlite');
  private pause = 0; // between bots' moves
  constructor(
    readonly port: number,
    private readonly root: string,
    private readonly packages?: string,
    private readonly more: object = {},
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}${this.root}`;
  }

  async start(): Promise<void> {
    const settings = {
      database: this.database,
      bot_pause: this.pause,
      rate: 2000,
      burst: 5000,
      tables_a_minute: 600,
      root_path: this.root,
      log_level: 'warning',
      ...this.more,
    };
    const path = this.packages === undefined ? {} : { PYTHONPATH: this.packages };
    this.process = spawn(
      process.env.PYTHON ?? '../.venv/bin/python',
      [
        '-m',
        'uvicorn',
        '--factory',
        'sampan.server.app:application',
        '--port',
        String(this.port),
        '--log-level',
        'warning',
        '--ws',
        'websockets-sansio',
      ],
      {
        env: { ...process.env, ...path, SAMPAN_SERVER: JSON.stringify(settings) },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    for (let tries = 0; tries < 600; tries++) {
      const up = await fetch(`${this.address}/api/games`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await new Promise((wait) => setTimeout(wait, 150));
    }
    throw new Error('the server did not come up');
  }

  /** Begin anew with bots that leave people the time to follow. */
  async pausing(seconds: number): Promise<void> {
    if (this.pause === seconds) return;
    await this.kill();
    this.pause = seconds;
    await this.start();
  }

  async kill(): Promise<void> {
    const going = this.process;
    if (!going) return;
    const gone = new Promise((done) => going.once('exit', done));
    going.kill('SIGKILL');
    await gone;
    this.process = null;
  }
}

/** One server, perhaps below a subpath, with packages installed for it or with more settings, and one browser for all tests of a file. */
export function stage(root = '', packages?: () => string, more?: object): { server: Server; browser: Browser } {
  const set = {} as { server: Server; browser: Browser };
  beforeAll(async () => {
    set.server = new Server(await freePort(), root, packages?.(), more);
    [set.browser] = await Promise.all([
      chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS }),
      set.server.start(),
    ]);
  });
  afterAll(async () => {
    await set.browser?.close();
    await set.server?.kill();
  });
  return set;
}

/** How far something moved by itself, and what. */
interface Shift {
  by: number;
  what: string[];
}
/** Chromium's own entry, which TypeScript does not know. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** A visitor with a fresh memory; anything the page complains about fails the test that asks. */
export class Visitor {
  readonly faults: string[] = [];
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
    const visitor = new Visitor(context, await context.newPage());
    await visitor.page.addInitScript(() => {
      const moved: Shift[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[])
          if (!entry.hadRecentInput)
            moved.push({
              by: entry.value,
              what: entry.sources.map(({ node }) =>
                node instanceof SVGElement
                  ? node.className.baseVal
                  : node instanceof Element
                    ? node.className
                    : (node?.textContent ?? '?'),
              ),
            });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    visitor.page.setDefaultTimeout(15_000);
    visitor.page.on('pageerror', (error) => visitor.faults.push(error.message));
    visitor.page.on('console', (message) => {
      const expected = /Failed to load resource|WebSocket connection/.test(message.text());
      if (message.type() === 'error' && !expected) visitor.faults.push(message.text());
    });
    return visitor;
  }

  shot = (name: string) => this.page.screenshot({ path: `${SHOTS}/${name}.png` });
  say = () => this.page.locator('.say').innerText();

  /** How far things have moved by themselves since the last time one asked (Chromium's layout shift), and what did. */
  async shifts(): Promise<Shift> {
    const moved = await this.page.evaluate(() => (window as unknown as { moved: Shift[] }).moved.splice(0));
    return { by: moved.reduce((sum, one) => sum + one.by, 0), what: [...new Set(moved.flatMap((one) => one.what))] };
  }

  /** Every move that can be clicked now. */
  moves = (): Promise<string[]> =>
    this.page
      .locator('[data-move]:not([disabled])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-move')).filter((move) => move !== null)); // one may be gone by now

  /** Click the place of a move; one that lies under another piece is played by keyboard. */
  async click(move: string): Promise<void> {
    const place = this.page.locator(`[data-move="${move}"]:not([disabled])`).first();
    await place.click({ timeout: 400, noWaitAfter: true }).catch(async () => {
      // Where the place is gone by now, the key would hit something else.
      const reached = await place.focus({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
      if (reached) await this.page.keyboard.press('Enter');
    });
  }

  /** Choose among what glows until somebody else is to move or the game is over; as a person does, look when the move is drawn.
      Each look is work for the page, too. */
  async playOn(
    until: () => Promise<boolean> | boolean,
    choose: (moves: string[]) => string | undefined,
    most = 2000,
    pace = 60,
  ): Promise<number> {
    let made = 0;
    for (let n = 0; n < most; n++) {
      if (await until()) return made;
      const moves = await this.moves();
      const pick = choose(moves);
      if (pick === undefined) {
        await this.page.waitForTimeout(40);
        continue;
      }
      await this.click(pick);
      made++;
      await this.page.waitForTimeout(pace);
    }
    throw new Error(`still not there after ${most} looks: ${await this.say()}`);
  }
}
