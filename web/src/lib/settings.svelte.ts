/** What the owner of this browser wishes of the page: kept, applied at once, and in all open tabs. */

import { mark } from './marks';
import { areWishes, keepWishes, type Wishes, wishes } from './mine';

class Settings {
  now = $state.raw<Wishes>(wishes());
  #system = $state(matchMedia('(prefers-color-scheme: light)').matches);
  /** Whether the page is light at this moment, by choice or because the system is. */
  readonly light = $derived.by(() => (this.now.theme === 'auto' ? this.#system : this.now.theme === 'light'));

  /** How many times as large as its room the board is drawn. */
  readonly larger = $derived({ usual: 1, large: 1.25, largest: 1.6 }[this.now.size] ?? 1);

  constructor() {
    mark(document, this.now);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => (this.#system = matches));
    addEventListener('storage', ({ key }) => {
      if (areWishes(key)) this.#take(wishes());
    });
  }

  /** Change some of it; what another tab has changed meanwhile stays. */
  wish(changed: Partial<Wishes>): void {
    const wanted = { ...wishes(), ...changed };
    keepWishes(wanted);
    this.#take(wanted);
  }

  #take(wanted: Wishes): void {
    this.now = wanted;
    mark(document, wanted);
  }
}

export const settings = new Settings();
