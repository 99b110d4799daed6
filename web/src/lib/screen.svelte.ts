/** What kind of screen this is, what it is touched with, and how to call its owner to the table. */

import { root } from './root';

const small = matchMedia('(max-width: 760px), (max-height: 500px)');
const aside = matchMedia(
  '(max-height: 500px) and (min-width: 560px), (pointer: coarse) and (orientation: landscape) and (min-width: 761px)',
);
const coarse = matchMedia('(pointer: coarse)');

class Screen {
  /** As small as a phone's. */
  small = $state(small.matches);
  /** It is meant for fingers. */
  touch = $state(coarse.matches);
  /** It is held in hands: a phone, or a tablet, which has the same layouts with more in them. */
  readonly phone = $derived(this.small || this.touch);
  readonly tablet = $derived(this.touch && !this.small);
  /** And lies on its side. */
  lying = $state(aside.matches);
  /** What was done last was done by a finger: one that hovers over nothing. */
  tapped = false;

  constructor() {
    small.addEventListener('change', () => (this.small = small.matches));
    aside.addEventListener('change', () => (this.lying = aside.matches));
    coarse.addEventListener('change', () => (this.touch = coarse.matches));
    addEventListener('pointerdown', ({ pointerType }) => (this.tapped = pointerType === 'touch'), { capture: true });
    addEventListener('keydown', () => (this.tapped = false), { capture: true });
  }
}

export const screen = new Screen();

/** Two soft notes. */
export function chime(): void {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, k) => {
    const [note, loud] = [audio.createOscillator(), audio.createGain()];
    note.frequency.value = pitch;
    note.type = 'sine';
    const at = audio.currentTime + k * 0.16;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    note.connect(loud).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.55);
  });
  setTimeout(() => void audio.close(), 1200);
}

/** A table has one notice on a device, whichever of its pages gives it or whether it was pushed: a later one takes its place. */
export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const told = { body, tag: table, data: location.pathname.slice(root.length) };
  const installed = await navigator.serviceWorker?.getRegistration(); // phones show notices only by way of it
  if (installed) await installed.showNotification(title, told);
  else new Notification(title, told);
}
