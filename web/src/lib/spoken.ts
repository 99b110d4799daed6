/** The sentences of the languages that were read so far: a reader fetches one language, not all of them.

In a built page every compiled message looks here for its sentence (see `sentences.ts` beside `vite.config.ts`). */

import type { locales } from '../paraglide/runtime.js';

type Language = (typeof locales)[number];
type Sentences = Record<string, (inputs: Record<string, unknown>) => string>;

export const spoken: Partial<Record<Language, Sentences>> = {};

const fetched: Record<Language, () => Promise<unknown>> = {
  en: () => import('../paraglide/messages/en.js'),
  es: () => import('../paraglide/messages/es.js'),
  pl: () => import('../paraglide/messages/pl.js'),
  ru: () => import('../paraglide/messages/ru.js'),
};

/** Have a language's sentences at hand; rejected where they cannot be fetched. */
export async function learnLanguage(language: Language): Promise<void> {
  spoken[language] ??= (await fetched[language]()) as Sentences;
}
