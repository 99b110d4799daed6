/** Numbers as the page's language writes them. */

import { getLocale } from '../paraglide/runtime.js';

const read = new Map<string, Intl.NumberFormat>();

function format(style: 'decimal' | 'percent', digits = 1): Intl.NumberFormat {
  const language = getLocale();
  const key = `${language} ${style} ${digits}`;
  let found = read.get(key);
  if (!found) read.set(key, (found = new Intl.NumberFormat(language, { style, maximumFractionDigits: digits })));
  return found;
}

/** With at most one digit after the comma or point. */
export const number = (value: number): string => format('decimal').format(value);
/** A share of 1: 0.564 is 56.4% or 56,4 %. */
export const percent = (share: number): string => format('percent').format(share);
/** A chance in whole percents: what is guessed from games played out is not known any closer. */
export const chance = (share: number): string => format('percent', 0).format(share);
/** What a chance changed by, in whole percents with a sign: +12 %. */
export const change = (share: number): string => {
  const told = Math.round(share * 100) / 100;
  return `${told > 0 ? '+' : told < 0 ? '−' : ''}${chance(Math.abs(told))}`;
};
/** With its sign: +3, −1.5. */
export const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(Math.abs(value))}`;
