/** What is wished of the page: the marks on its root, before and after it is wished. */

import { expect, test } from 'vitest';
import { mark, type Marked } from '../src/lib/marks';

const bars = ['light', 'dark'].map((of) => ({ dataset: { of }, media: `(prefers-color-scheme: ${of})` }));
const page = { documentElement: { dataset: {} as Record<string, string> }, querySelectorAll: () => bars };
const marked = (wishes: Marked): Record<string, string> => {
  mark(page as unknown as Document, wishes);
  return page.documentElement.dataset;
};

test('a chosen theme marks the root and the bars of the browser, and the system decides again where nothing is chosen', () => {
  expect(marked({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(bars.map(({ media }) => media)).toEqual(['not all', 'all']);
  expect(marked({ theme: 'auto' })).toEqual({});
  expect(bars.map(({ media }) => media)).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});

test('whatever an older or a broken page has kept marks nothing', () => {
  expect(marked({})).toEqual({});
  expect(marked({ motion: 'auto' })).toEqual({});
  expect(marked({ motion: 'off' })).toEqual({ motion: 'off' });
});
