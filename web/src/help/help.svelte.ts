/** Which paragraph of which game's rules lies open over the page. */

export class Help {
  asked = $state.raw<{ game: string; at: string | null } | null>(null);
  box = $state<string | null>(null); // whose figures they have, where a game with another box than its own is looked at
  private from: HTMLElement | SVGElement | null = null;

  open(game: string, at: string | null = null): void {
    this.from = document.activeElement as HTMLElement | SVGElement | null;
    this.asked = { game, at };
  }

  /** A game is looked at that has this box; gives what is done when it no longer is. */
  printedIn(own: string | null): () => void {
    this.box = own;
    return () => (this.box = null);
  }

  close(): void {
    this.asked = null;
    this.from?.focus?.();
  }
}

export const help = new Help();
