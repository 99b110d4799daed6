/** For the build: compiled messages in which the sentences of each language are fetched when they are needed.

Paraglide's index of messages imports every language; here a message asks `src/lib/spoken.ts` for the language of the moment. */

import type { Plugin } from 'vite';

const INDEX = /\/paraglide\/messages\/_index\.js$/;

/** The index with nothing but the messages' names in it. */
export function asked(index: string): string {
  const names = [...index.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  return [
    'import { getLocale } from "../runtime.js";',
    'import { spoken } from "../../lib/spoken";',
    'const of = (name) => (inputs, options) => spoken[options?.locale ?? getLocale()][name](inputs);',
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ of("${name}");`),
  ].join('\n');
}

export const sentencesByLanguage = (): Plugin => ({
  name: 'sentences-by-language',
  apply: 'build',
  enforce: 'post',
  transform: (code, id) => (INDEX.test(id) ? { code: asked(code), map: null } : undefined),
});
