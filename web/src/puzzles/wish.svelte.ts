/** Which puzzles were last wished for, game by game: kept for as long as the page is open. */

import { ANY, type Wish } from './choice';

class Wishes {
  private all = $state.raw<Record<string, Wish>>({});

  of(game: string): Wish {
    return this.all[game] ?? ANY;
  }
  keep(game: string, wish: Wish): void {
    this.all = { ...this.all, [game]: wish };
  }
}

export const wish = new Wishes();
