/** The language of the page: from the browser at first, then whatever was chosen. */

import { baseLocale, locales, overwriteGetLocale } from '../paraglide/runtime.js';
import { learnLanguage } from './spoken';

export type Language = (typeof locales)[number];

/** Every language by its own name. */
export const LANGUAGES: Record<Language, string> = { en: 'English', es: 'Español', pl: 'Polski', ru: 'Русский' };

const KEY = 'sampan.language';
const isLanguage = (tag: string | null): tag is Language =>
  tag !== null && (locales as readonly string[]).includes(tag);

export function firstLanguage(chosen: string | null, wanted: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? baseLocale;
}

class Tongue {
  current = $state<Language>(firstLanguage(localStorage.getItem(KEY), navigator.languages));

  /** Change to a language; where its sentences cannot be fetched, everything stays as it is. */
  async speak(language: Language): Promise<void> {
    await learnLanguage(language);
    this.current = language;
    localStorage.setItem(KEY, language);
    document.documentElement.lang = language;
  }
}

export const tongue = new Tongue();
// Sentences ask for the language each time they are drawn, so a change is seen at once, without a reload.
overwriteGetLocale(() => tongue.current);
document.documentElement.lang = tongue.current;
