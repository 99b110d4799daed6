/** What axe finds seriously wrong with a page, by day and by night, in a few words each. The figures drawn on a tile are a picture, whose label
    says them in words: one rule would have the label repeat them bare. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}
interface Axe {
  run(of: Document, options: object): Promise<{ violations: Violation[] }>;
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');

/** By day and by night, unless the page has been told which it is to be. */
export default async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await faultsNow(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** As the page is now, one line for each rule that is broken. */
export async function faultsNow(page: Page): Promise<string[]> {
  // Whatever just fades away or comes has other colours meanwhile.
  await page.waitForFunction(
    () =>
      !document.querySelector('.figure i, .flights > *') &&
      document
        .getAnimations()
        .every((one) => one.effect?.getComputedTiming().endTime === Infinity || one.playState !== 'running'),
  );
  return page.evaluate(async (script) => {
    if (!('axe' in window)) (0, eval)(script);
    const result = await (window as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: false } },
    });
    return result.violations
      .filter((one) => ['serious', 'critical'].includes(one.impact))
      .map(
        (one) =>
          `${one.id}: ${one.nodes
            .slice(0, 3)
            .map((node) => node.html.slice(0, 160))
            .join(' | ')}`,
      );
  }, source);
}
