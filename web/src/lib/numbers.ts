/** Numbers as the page's language writes them. */

import { getLocale } from '../paraglide/runtime.js';

const read = new Map<string, Intl.NumberFormat>();

function format(style: 'decimal' | 'percent'): Intl.NumberFormat {
  const language = getLocale();
  const key = `${language} ${style}`;
  let found = read.get(key);
  if (!found) read.set(key, (found = new Intl.NumberFormat(language, { style, maximumFractionDigits: 1 })));
  return found;
}

/** With at most one digit after the comma or point. */
export const number = (value: number): string => format('decimal').format(value);
/** A share of 1: 0.564 is 56.4% or 56,4 %. */
export const percent = (share: number): string => format('percent').format(share);
