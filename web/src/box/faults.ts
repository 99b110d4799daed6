/** What is wrong with a box, in words. */

import type { CheckedBox } from '../lib/api';
import { tongue } from '../lib/language.svelte';
import { say } from '../lib/words';

export function faultWords(message: CheckedBox['faults'][number]['message']): string {
  void tongue.current; // said anew in another language
  return say(message);
}
