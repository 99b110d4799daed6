/** A fault's message with the names of the file in it said as the page calls its fields. */

import type { Message } from '../lib/words';

const NAMES = ['choices', 'known', 'key']; // arguments that are names of the file

/** The same message; `label` says what the page calls a name of the file. */
export function called({ id, args }: Message, label: (name: string) => string): Message {
  const named = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((entry) => named(key, entry));
    if (typeof value === 'string') return NAMES.includes(key) ? label(value) : value;
    return typeof value === 'object' && value !== null && 'id' in value ? called(value as Message, label) : value;
  };
  return { id, args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, named(key, value)])) };
}
