/** Message ids with arguments into sentences, in the language of the moment. */

import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { hasSentence, speak } from './catalogue';
import { levelName } from './levels';

export { m };

export interface Message {
  id: string;
  args: Record<string, unknown>;
}

/** A piece of a sentence; one that names something on the table can be pointed at. */
export interface Segment {
  text: string;
  piece: string | null;
}

type Sentence = (args: Record<string, unknown>) => string;
const sentences = m as unknown as Record<string, Sentence>;

/** What arguments of a game's messages name, besides people. */
export interface Terms {
  pieces: string[]; // arguments that name a piece on the table
  names?: Record<string, (value: string) => string>; // arguments that are not called what they are
}
const PEOPLE = ['who', 'whom'];
const VERBATIM = ['text', 'key', 'choices', 'known']; // arguments that are no terms, whatever word they may be
const learned = new Map<string, Terms>();
export const learnTerms = (game: string, terms: Terms): unknown => learned.set(game, terms);
/** Of the game whose message it is: `GAME_log_...`. */
const termsOf = (message: Message): Terms | undefined => learned.get(message.id.slice(0, message.id.indexOf('_')));

const MINUS = /(?<![^\s(:])-(?=\d)/g; // a hyphen that stands for one
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

const compiledHere = (id: string): boolean => id in m;
export const known = (id: string): boolean => compiledHere(id) || hasSentence(getLocale(), id);

/** The word for a term id; what has no word shows as itself. */
export function word(id: string, args: Record<string, unknown> = {}): string {
  if (compiledHere(id)) return sentences[id](args);
  return known(id) ? speak(getLocale(), id, args) : id;
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'id' in value && 'args' in value;

function plain(key: string, value: unknown, names: string[], terms?: Terms): unknown {
  if (PEOPLE.includes(key)) return names[value as number] ?? `#${Number(value) + 1}`;
  if (isMessage(value)) return say(value, names); // a message inside a message
  if (Array.isArray(value))
    return value.map((entry) => plain(VERBATIM.includes(key) ? key : '', entry, names)).join(', ');
  if (typeof value === 'string' && !VERBATIM.includes(key) && known(value)) return word(value);
  if (key === 'bot') return levelName(String(value));
  return terms?.names?.[key]?.(String(value)) ?? value;
}

/** A fact as one begins to read it, with a large letter; f6 stays f6. */
export const capital = (fact: string): string =>
  /^\p{Ll}\d/u.test(fact) ? fact : fact.slice(0, 1).toUpperCase() + fact.slice(1);

/** "Ann (3)": somebody and a figure; in brackets, for names like "Guest 1" end in one themselves. */
export const counted = (name: string, n: number | string): string => `${name} (${n})`;

/** The whole sentence. */
export function say(message: Message, names: string[] = []): string {
  const terms = termsOf(message);
  const args = Object.fromEntries(
    Object.entries(message.args).map(([key, value]) => [key, plain(key, value, names, terms)]),
  );
  return word(message.id, args)
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;)]|$)/g, '$1')
    .replace(MINUS, '−');
}

/** The sentence in pieces, so that names in it can light up what they name. */
export function segments(message: Message, names: string[] = []): Segment[] {
  const args: Record<string, unknown> = {};
  const terms = termsOf(message);
  const named = [...PEOPLE, ...(terms?.pieces ?? [])];
  for (const [key, value] of Object.entries(message.args)) {
    const text = plain(key, value, names, terms);
    args[key] =
      named.includes(key) && text !== '' && typeof value !== 'object'
        ? `${OPEN}${key}:${String(value)}${CLOSE}${String(text)}${OPEN}${CLOSE}`
        : text;
  }
  const whole = word(message.id, args).replace(/ {2,}/g, ' ').replace(/ $/, '').replace(MINUS, '−');
  const found: Segment[] = [];
  let piece: string | null = null;
  for (const bit of whole.split(OPEN)) {
    const close = bit.indexOf(CLOSE);
    if (close >= 0) {
      const name: string = bit.slice(0, close);
      piece = name === '' ? null : pieceOf(name);
    }
    const rest = bit.slice(close + 1);
    if (rest) found.push({ text: rest, piece });
  }
  return found;
}

/** `who:1` is seat 1, `region:GAME_region_3` is region 3. */
function pieceOf(name: string): string {
  const [key, value] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  if (PEOPLE.includes(key)) return `seat:${value}`;
  return `${key}:${value.replace(/^[a-z]+_[a-z]+_/, '')}`;
}
