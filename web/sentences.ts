/** For the build: compiled messages in which the sentences of each language are fetched when they are needed.

Paraglide's index of messages imports every language, and names every message once more; here a message is made when it is first
asked for, and asks `src/lib/spoken.ts` for the language of the moment. */

import type { Plugin } from 'vite';

const ALL = /\/paraglide\/messages\.js$/;

/** All messages without a list of them. */
export const ASKED = `
import { getLocale } from './runtime.js';
import { spoken } from '../lib/spoken';
const of = (name) => (inputs, options) => spoken[options?.locale ?? getLocale()][name](inputs);
export const m = new Proxy(Object.create(null), {
  get: (made, name) => (made[name] ??= of(name)),
  has: (_, name) => name in (spoken[getLocale()] ?? {}),
});
`;

export const sentencesByLanguage = (): Plugin => ({
  name: 'sentences-by-language',
  apply: 'build',
  enforce: 'post',
  transform: (_, id) => (ALL.test(id) ? { code: ASKED, map: null } : undefined),
});
