/** Through the positions of a game: a step shows what it changed; a jump shows only what the last step before it changed. */

import { tick } from 'svelte';
import type { Position } from '../lib/api';
import { asFar } from '../lib/motion';
import { share } from '../lib/share';

export class Stepping {
  position = $state.raw<Position | null>(null);
  #wanted = -1;

  constructor(private readonly ask: (at: number) => Promise<Position>) {}

  /** Go there; of several wishes the last one counts. What the server refuses is the caller's. */
  async go(at: number): Promise<void> {
    this.#wanted = at;
    const here = this.position?.at ?? null;
    const jumps = here !== null && at > 0 && Math.abs(at - here) > 1;
    const [before, found] = await Promise.all([jumps ? this.ask(at - 1).catch(() => null) : null, this.ask(at)]);
    if (this.#wanted !== at) return;
    if (jumps || here === null || at === 0)
      await asFar(() => (this.position = share(this.position, before ?? found)), tick);
    if (this.#wanted === at) this.position = share(this.position, found);
  }
}
