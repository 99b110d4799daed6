/** A real server and a real browser for the tests. */

import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { type Server, type Special, started } from './server';

export const SHOTS = 'shots';
mkdirSync(SHOTS, { recursive: true });

/** `make soak PART=pages` plays what takes long and is much like what is played every time: such a test, and all of some like cases. */
export const long = test.runIf(process.env.SAMPAN_LONG);
export const few = <Case>(cases: readonly Case[], many: number): Case[] =>
  cases.slice(0, process.env.SAMPAN_LONG ? undefined : many);

/** Where the server and the browser are that all files share which want nothing special (see `shared.ts`). */
export interface Shared {
  browser: string;
  address: string;
}
declare module 'vitest' {
  export interface ProvidedContext {
    shared: Shared;
  }
}

/** A browser, and the server that all share. */
export function stage(): { server: { address: string }; browser: Browser } {
  const { address, browser } = inject('shared');
  const set = { server: { address } } as { server: { address: string }; browser: Browser };
  beforeAll(async () => {
    set.browser = await chromium.connect(browser);
  });
  afterAll(() => set.browser?.close());
  return set;
}

/** A browser, and a server of one's own: below a subpath, with packages installed for it, with more settings or variables. */
export function ownStage(...special: Special): { server: Server; browser: Browser } {
  const set = {} as { server: Server; browser: Browser };
  beforeAll(async () => {
    [set.browser, set.server] = await Promise.all([chromium.connect(inject('shared').browser), started(...special)]);
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

/** How many views the page has drawn and what one may do, once that is something else than before. */
const drawn = (before: string): string => {
  const moves = [...document.querySelectorAll('[data-move]:not([disabled])')].map((one) =>
    one.getAttribute('data-move'),
  );
  const now = [performance.getEntriesByName('sampan-drawn').length, ...moves].join(' ');
  return now === before ? '' : now;
};

/** A visitor with a fresh memory; anything the page complains about fails the test that asks. */
export class Visitor {
  readonly faults: string[] = [];
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const usual: BrowserContextOptions = {
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      serviceWorkers: 'block',
      reducedMotion: 'reduce', // to draw motion without a graphics card takes both cores; who tests it asks for it
    };
    const context = await browser.newContext({ ...usual, ...options });
    const visitor = new Visitor(context, await context.newPage());
    await visitor.page.addInitScript(() => {
      const moved: Shift[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        // The log grows with every move, be it soon after a click or, on a busy machine, later; a text of it may be gone by now.
        const elsewhere = ({ node }: LayoutShift['sources'][number]): boolean => {
          const of = node instanceof Element ? node : node?.parentElement;
          return of ? !of.closest('.log') : false;
        };
        for (const entry of list.getEntries() as LayoutShift[])
          if (!entry.hadRecentInput && entry.sources.some(elsewhere))
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
    visitor.page.setDefaultTimeout(60_000);
    visitor.page.on('pageerror', (error) => visitor.faults.push(error.message));
    visitor.page.on('console', (message) => {
      const expected = /Failed to load resource|WebSocket connection/.test(message.text());
      if (message.type() === 'error' && !expected) visitor.faults.push(message.text());
    });
    return visitor;
  }

  /** A picture for people to look at, where somebody asked for them: they take a machine as much time as the tests do. */
  shot = async (name: string): Promise<void> => {
    if (process.env.SAMPAN_SHOTS) await this.page.screenshot({ path: `${SHOTS}/${name}.png` });
  };
  say = () => this.page.locator('.say').innerText();

  /** How far things have moved by themselves since the last time one asked (Chromium's layout shift), and what did. */
  async shifts(): Promise<Shift> {
    const moved = await this.page.evaluate(() => (window as unknown as { moved: Shift[] }).moved.splice(0));
    return { by: moved.reduce((sum, one) => sum + one.by, 0), what: [...new Set(moved.flatMap((one) => one.what))] };
  }

  /** Every move that can be clicked now. */
  moves = (): Promise<string[]> =>
    this.page.locator('[data-move]:not([disabled])').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility()) // and not in a menu that is shut
        .map((one) => one.getAttribute('data-move'))
        .filter((move) => move !== null),
    ); // one may be gone by now

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

  /** Click a move and wait until the page has drawn what came of it, or has another question; whether it has. */
  async make(move: string): Promise<boolean> {
    const before = await this.page.evaluate(drawn, '');
    await this.click(move);
    return this.page.waitForFunction(drawn, before, { timeout: 10_000 }).then(
      () => true,
      () => false, // somebody else was faster, or the place was gone
    );
  }

  /** Choose among what glows until somebody else is to move or the game is over; as a person does, look when the move is drawn.
      Each look is work for the page, too: whoever measures that gives a pace in milliseconds instead. */
  async playOn(
    until: () => Promise<boolean> | boolean,
    choose: (moves: string[]) => string | undefined,
    pace = 0,
  ): Promise<number> {
    for (let made = 0; ;) {
      if (await until()) return made;
      const pick = choose(await this.moves());
      if (pick === undefined) await this.page.waitForTimeout(40);
      else if (pace) await this.click(pick).then(() => this.page.waitForTimeout(pace));
      else if (await this.make(pick)) made++;
    }
  }
}
