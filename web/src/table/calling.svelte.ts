/** Calls whoever is to move: in the title of the browser's tab, and by sound and notice where that is wished. */

import { onDestroy, untrack } from 'svelte';
import { later } from '../lib/later';
import { keepSeen, wishes } from '../lib/mine';
import { chime, notify } from '../lib/screen.svelte';
import { m, word } from '../lib/words';
import type { FrameState } from './frameState.svelte';

export function callToTable(frame: FrameState): void {
  let before = untrack(() => frame.myTurn);
  $effect(() => {
    const { myTurn } = frame;
    const name = word(`${frame.view.game}_title`);
    const title = myTurn ? `● ${m.your_turn()} · ${name}` : name;
    if (myTurn && !before) {
      const wanted = wishes();
      if (wanted.sound) chime();
      if (wanted.notice) notify(m.your_turn(), name);
    }
    before = myTurn;
    return later(() => (document.title = title)); // the browser draws its own tabs for it
  });
  onDestroy(() => (document.title = m.app_title()));
  // What was on the table at my turn is no news at the next.
  $effect(() => {
    const { table, you, ply } = frame.view;
    return you !== null && frame.myTurn ? later(() => keepSeen(table, you, ply)) : undefined;
  });
}
