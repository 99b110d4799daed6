/** What is wrong with a box, in words. */

import type { CheckedBox } from '../lib/api';
import { tongue } from '../lib/language.svelte';
import { say } from '../lib/words';
import { called } from './called';

/** A fault as a sentence; `label` says what the page calls a name of the file. */
export function faultWords(
  message: CheckedBox['faults'][number]['message'],
  label: (name: string) => string = (name) => name,
): string {
  void tongue.current; // said anew in another language
  return say(called(message, label));
}
