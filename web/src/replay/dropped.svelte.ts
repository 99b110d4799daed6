/** A record file dropped on the page or chosen from disk; kept for this visit only. */

import { Refusal, replayRecord } from '../lib/api';
import { route } from '../lib/route.svelte';

const KEY = 'sampan.record';
const MOST = 90_000; // characters; a long game takes a tenth of it

class Dropped {
  text = $state<string | null>(sessionStorage.getItem(KEY));
  trouble = $state<string | null>(null);

  async open(file: File): Promise<void> {
    this.trouble = null;
    const text = file.size > MOST ? '' : await file.text();
    try {
      await replayRecord(text, 0, -1);
      this.text = text;
      sessionStorage.setItem(KEY, text);
      route.go('/replay');
    } catch (error) {
      this.text = null;
      this.trouble =
        error instanceof Refusal && !['unreadable', 'bad_request'].includes(error.code) ? error.code : 'bad_record';
      route.go('/replay');
    }
  }
}

export const dropped = new Dropped();
