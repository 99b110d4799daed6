/** What is wrong with a box, in words. */

import type { CheckedBox } from '../lib/api';
import { tongue } from '../lib/language.svelte';
import { say } from '../lib/words';

type Message = CheckedBox['faults'][number]['message'];
const NAMES = ['choices', 'known', 'key']; // arguments that are names of the file: said as the fields are called

/** A fault as a sentence; `label` says what the page calls a name of the file. */
export function faultWords(message: Message, label: (name: string) => string = (name) => name): string {
  void tongue.current; // said anew in another language
  const named = (key: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((entry) => named(key, entry))
      : typeof value === 'string'
        ? NAMES.includes(key)
          ? label(value)
          : value
        : typeof value === 'object' && value !== null && 'id' in value
          ? called(value as Message)
          : value;
  const called = ({ id, args }: Message): Message => ({
    id,
    args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, named(key, value)])),
  });
  return say(called(message));
}
