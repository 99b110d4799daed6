/** A record file dropped on the page or chosen from disk; kept for this visit only. */

import { Refusal, replayRecord } from '../lib/api';
import { route } from '../lib/route.svelte';
import { unpacked } from './linked';

const KEY = 'sampan.record';
const MOST = 90_000; // characters; a long game takes a tenth of it

class Dropped {
  text = $state<string | null>(sessionStorage.getItem(KEY));
  trouble = $state<string | null>(null);

  async open(file: File): Promise<void> {
    await this.take(file.size > MOST ? '' : await file.text());
    route.go('/replay');
  }

  /** The record of a link; the address keeps its ply and goes on without it. */
  async unpack(behind: string): Promise<void> {
    await this.take((await unpacked(behind)) ?? '');
    const { place } = route;
    if (place.page === 'replay') route.go(`/replay?at=${place.at}`, true);
  }

  private async take(text: string): Promise<void> {
    this.trouble = null;
    try {
      await replayRecord(text, 0, -1);
      this.text = text;
      sessionStorage.setItem(KEY, text);
    } catch (error) {
      this.text = null;
      this.trouble =
        error instanceof Refusal && !['unreadable', 'bad_request'].includes(error.code) ? error.code : 'bad_record';
    }
  }
}

export const dropped = new Dropped();
