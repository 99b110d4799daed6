/** A record file dropped on the page or chosen from disk; kept for this visit only. */

import { Refusal, replayRecord } from '../lib/api';
import { route } from '../lib/route.svelte';

const KEY = 'sampan.record';
const MOST = 150_000; // characters; a long game takes a tenth of it

class Dropped {
  text = $state<string | null>(sessionStorage.getItem(KEY));
  trouble = $state<string | null>(null);

  async open(file: File): Promise<void> {
    this.trouble = null;
    const text = file.size > MOST ? '' : await file.text();
    try {
      const small = JSON.stringify(JSON.parse(text));
      await replayRecord(small, 0, -1);
      this.text = small;
      sessionStorage.setItem(KEY, small);
      route.go('/replay');
    } catch (error) {
      this.text = null;
      this.trouble = error instanceof Refusal && error.code !== 'bad_record' ? error.code : 'bad_record';
      route.go('/replay');
    }
  }
}

export const dropped = new Dropped();
