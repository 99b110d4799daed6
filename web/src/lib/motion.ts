/** Whether nothing is to move: the system or the owner of this browser asks for stillness. */

import { settings } from './settings.svelte';

const still = matchMedia('(prefers-reduced-motion: reduce)');
export const calm = (): boolean => still.matches || settings.now.motion === 'off';

/** A view that is far from the one before, as after a jump in a replay: nothing is to show how it came about. */
let far = false;
export const isFar = (): boolean => far;

/** Let what is drawn take this in without showing any change; `drawn` waits until it is on the page. */
export async function asFar(change: () => void, drawn: () => Promise<void>): Promise<void> {
  far = true;
  try {
    change();
    await drawn();
  } finally {
    far = false;
  }
}
