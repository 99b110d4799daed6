/** Contact sheets: many screens in one picture, a sheet for each state, and a page with all of them and what was found. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Choice } from './matrix';

export interface Shown {
  choice: Choice;
  name: string;
  pictures: string[];
  found: string[];
}

const WIDE = 2000; // pixels of a sheet
const TALL = 420; // of a picture on it

const safe = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const figure = ({ name, pictures, found }: Shown): string =>
  pictures
    .map(
      (picture, k) =>
        `<figure><a href="${encodeURI(picture)}"><img src="${encodeURI(picture)}" height="${TALL}"></a><figcaption>${safe(name)}${
          k ? '' : found.map((one) => `<br>${safe(one.slice(name.length + 2))}`).join('')
        }</figcaption></figure>`,
    )
    .join('');
const pageOf = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${safe(title)}</title><style>
  body { margin: 8px; font: 12px system-ui; background: gray; display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start }
  h1 { flex: 1 1 100%; margin: 0; font-size: 18px } figure { margin: 0; max-width: 100% } img { display: block; max-width: 100% }
  figcaption { max-width: 740px }</style><h1>${safe(title)}</h1>${body}`;

/** Writes `index.html` and a picture for each state; their paths. */
export async function drawSheets(browser: Browser, folder: string, shown: Shown[]): Promise<string[]> {
  const states = [...new Set(shown.map(({ choice }) => choice.state))].sort();
  const of = (state: string): string =>
    shown
      .filter(({ choice }) => choice.state === state)
      .sort((a, b) => a.choice.size.width - b.choice.size.width)
      .map(figure)
      .join('');
  const index = `${folder}/index.html`;
  writeFileSync(index, pageOf('All screens', states.map((state) => `<h1>${safe(state)}</h1>${of(state)}`).join('')));
  const page = await browser.newPage({ viewport: { width: WIDE, height: 900 } });
  const paths = [index];
  for (const state of states) {
    const name = `${folder}/sheet-${state.replace(/[^a-z]+/gi, '-')}`;
    writeFileSync(`${name}.html`, pageOf(state, of(state)));
    await page.goto(pathToFileURL(resolve(`${name}.html`)).href);
    await page.screenshot({ path: `${name}.png`, fullPage: true });
    paths.push(`${name}.png`);
  }
  await page.close();
  return paths;
}
