/** Sentences of a game that was not there when the page was built: read from the server, spoken like all others. */

import { plural } from './plural';

/** One form, or one for each plural of a number, as inlang writes them. */
export type Sentence = string | { selectors: string[]; match: Record<string, string> }[];
export type Catalogue = Record<string, Sentence>;

const learned = new Map<string, Catalogue>(); // by language, of all such games

export function learnSentences(language: string, catalogue: Catalogue): void {
  learned.set(language, { ...learned.get(language), ...catalogue });
}

export const hasSentence = (language: string, id: string): boolean => Object.hasOwn(learned.get(language) ?? {}, id);

/** The sentence with its arguments in place; what has no argument stays as it is written. */
export function speak(language: string, id: string, args: Record<string, unknown>): string {
  const sentence = learned.get(language)![id];
  return formOf(sentence, language, args).replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

function formOf(sentence: Sentence, language: string, args: Record<string, unknown>): string {
  if (typeof sentence === 'string') return sentence;
  const [{ selectors, match }] = sentence;
  const counted = selectors[0];
  const form = plural(language, args[counted.replace(/Plural$/, '')]);
  return match[`${counted}=${form}`] ?? match[`${counted}=other`];
}
