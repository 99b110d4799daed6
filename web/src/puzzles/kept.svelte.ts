/** Results of puzzles as this browser keeps them. */

import { type AllResults, countOf, type First, NONE, noted, type Results, resultsIn, together } from './results';

const KEY = 'sampan.puzzles';

function read(): AllResults {
  try {
    return resultsIn(JSON.parse(localStorage.getItem(KEY) ?? '{}')) ?? {};
  } catch {
    return {};
  }
}

class Kept {
  all = $state.raw<AllResults>(read());

  constructor() {
    // Another tab of the same browser may solve one.
    addEventListener('storage', ({ key }) => {
      if (key === KEY) this.all = read();
    });
  }

  of(game: string): Results {
    return this.all[game] ?? NONE;
  }
  note(game: string, id: string, now: First, day: string | null): void {
    this.keep({ ...this.all, [game]: noted(this.of(game), id, now, Date.now() / 1000, day) });
  }
  /** Results that were saved elsewhere; gives how many puzzles had none here. */
  add(more: AllResults): number {
    const before = countOf(this.all);
    this.keep(together(this.all, more));
    return countOf(this.all) - before;
  }
  private keep(all: AllResults): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // They last as long as the page.
    }
  }
}

export const kept = new Kept();
