/** What keys do at a table. */

import type { FrameState } from './frameState.svelte';
import { ARROWS, Steering } from './steering';

export function tableKeys(frame: FrameState): (event: KeyboardEvent) => void {
  const steering = new Steering();
  const { session } = frame;
  const keys: Record<string, () => void> = {
    u: () => frame.view.undo !== null && void session.back(false),
    U: () => frame.redo !== null && session.play(frame.redo),
    r: () => frame.view.restart !== null && void session.back(true),
    e: () => frame.ending && session.play(frame.ending),
    y: () => session.confirm(),
    n: () => steering.round(1),
    p: () => steering.round(-1),
    Escape: () => {
      session.pending = null;
      session.armed = null;
      frame.menu = false;
      frame.hinted = false;
    },
  };
  return (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (target instanceof Element && target.closest('dialog')) return; // which lies over the table
    if ((typing && event.key !== 'Escape') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      if (steering.toward(event.key)) event.preventDefault();
    } else if (/^[1-9]$/.test(event.key)) {
      const offer = frame.offers[Number(event.key) - 1];
      if (offer) session.play(offer.text);
    } else keys[event.key]?.();
  };
}
