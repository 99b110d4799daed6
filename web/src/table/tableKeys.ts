/** What keys do at a table. */

import type { FrameState } from './frameState.svelte';
import { boardKeys } from './steering';

export function tableKeys(frame: FrameState): (event: KeyboardEvent) => void {
  const { session } = frame;
  return boardKeys(
    () => frame.offers,
    (text) => session.play(text),
    {
      u: () => frame.view.undo !== null && void session.back(false),
      U: () => frame.redo !== null && session.play(frame.redo),
      r: () => frame.view.restart !== null && void session.back(true),
      e: () => frame.ending && session.play(frame.ending),
      y: () => session.confirm(),
      Escape: () => {
        session.pending = null;
        session.drop();
        session.armed = null;
        frame.menu = false;
        frame.hinted = false;
      },
    },
  );
}
