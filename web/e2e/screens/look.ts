/** Opens a screen and says what is wrong with it. */

import type { Browser, Page } from 'playwright-core';
import { faultsNow } from '../axe';
import { Visitor } from '../stage';
import { EXCEPTIONS } from './exceptions';
import { type Finding, findings } from './finders';
import type { Choice } from './matrix';
import { measured } from './measure';
import { STATES } from './states';
import { played, type Tables } from './tables';

export interface Stock {
  address: string;
  browser: Browser;
  tables: Tables;
}

const LOCALES: Record<string, string> = { en: 'en-GB', es: 'es-ES', pl: 'pl-PL', ru: 'ru-RU' };
export const nameOf = ({ size, game, players, phase, language, theme, state }: Choice): string =>
  [size.name, `${game} for ${players}`, STATES[state].once ? '' : phase, language, theme, state]
    .filter(Boolean)
    .join(', ');

async function visitor({ browser }: Stock, { size, language, theme }: Choice): Promise<Visitor> {
  const zoom = size.zoom ?? 1;
  const one = await Visitor.arrive(browser, {
    viewport: { width: size.width / zoom, height: size.height / zoom },
    deviceScaleFactor: zoom,
    hasTouch: size.touch,
    isMobile: size.touch,
    locale: LOCALES[language],
    colorScheme: theme === 'light' ? 'light' : 'dark',
    reducedMotion: 'reduce',
  });
  return one;
}

/** What is on the screen has come, is set in its own letters and does not move any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

/** What is wrong with a screen; `shoot` is told when it can be photographed. */
export async function look(
  stock: Stock,
  choice: Choice,
  shoot: (page: Page, part: string) => Promise<void> = async () => undefined,
): Promise<Finding[]> {
  const { address, tables } = stock;
  const { game, players, phase, size } = choice;
  const state = STATES[choice.state];
  const one = await visitor(stock, choice);
  try {
    const sought = { page: one.page, address, game, players, phase, of: played(game, players), tables };
    const laid = await state.table?.(sought);
    if (laid) await one.context.addCookies(laid.cookies);
    await state.open(sought, laid?.path ?? '');
    const found = new Map<string, Finding>();
    const note = async (part: string): Promise<void> => {
      await settled(one.page);
      const screen = {
        ...(await measured(one.page)),
        name: `${nameOf(choice)}${part && ` (${part})`}`,
        touch: size.touch,
        moved: part || state.asked ? { by: 0, what: [] } : await one.shifts(),
      };
      const unfit = (await faultsNow(one.page)).map((fault) => {
        const [rule, ...where] = fault.split(': ');
        return { finder: 'axe', screen: screen.name, what: rule, found: where.join(': '), expected: 'nothing of it' };
      });
      // What is the same on each tab is said once.
      for (const each of [...findings(screen, EXCEPTIONS), ...unfit]) {
        const key = `${each.finder} ${each.what}`;
        if (!found.has(key)) found.set(key, each);
      }
      await shoot(one.page, part);
    };
    await note('');
    if (state.tabs)
      for (const tab of (await one.page.locator('[role=tab]').all()).slice(1)) {
        await tab.click();
        await note((await tab.getAttribute('data-tab')) ?? (await tab.innerText()));
      }
    const faults = one.faults.map((fault) => ({
      finder: 'fault',
      screen: nameOf(choice),
      what: 'the page',
      found: fault,
      expected: 'no complaint',
    }));
    return [...found.values(), ...faults];
  } finally {
    await one.context.close();
  }
}
