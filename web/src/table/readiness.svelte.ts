/** A bot that is not ready to play yet, in the first minutes of a server on a new machine: how far it is. */

import type { Waiting } from '../lib/api';
import type { Connection } from '../lib/connection.svelte';
import { tongue } from '../lib/language.svelte';

export const LOOK = 1000; // ms between two looks
const PATIENCE = 1500; // ms before it is asked what a bot waits for

export type Progress = NonNullable<Waiting['hint']>;

/** The arguments of a sentence that says how far something is. */
export const howFar = ({ share, seconds }: Progress): { share: string; time: string } => ({
  share: share.toLocaleString(tongue.current, { style: 'percent' }),
  time: `≈ ${Math.max(1, Math.round(seconds)).toLocaleString(tongue.current, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
  })}`,
});

/** What the table's bot waits for, asked only while a bot takes its time over a decision. */
export class BotReadiness {
  bot = $state.raw<Waiting['bot']>(null);

  constructor(link: () => Connection) {
    const decision = $derived.by(() => {
      const { status, to_move, seats, ply } = link().view!;
      return status === 'running' && to_move !== null && seats[to_move].kind === 'bot' ? `${ply} ${to_move}` : '';
    });
    $effect(() => {
      this.bot = null;
      if (!decision) return;
      const { api } = link();
      let timer = setTimeout(look, PATIENCE);
      let over = false;
      const show = (found: Waiting['bot']) => {
        if (over) return;
        this.bot = found;
        if (found) timer = setTimeout(look, LOOK);
      };
      function look(): void {
        api.waiting().then(
          ({ bot }) => show(bot),
          () => {
            if (!over) timer = setTimeout(look, LOOK); // the server is away for a moment
          },
        );
      }
      return () => {
        over = true;
        clearTimeout(timer);
      };
    });
  }
}
