/** What the pointer or the focus rests on, and which worker is sent next: shared by the parts of the board. */

class Inspected {
  boat = $state.raw<{ seat: number; boat: number } | null>(null);
  action = $state<string | null>(null);
  hex = $state<string | null>(null);
  axolotl = $state(false); // send axolotls rather than clan workers
}

export const inspect = new Inspected();
