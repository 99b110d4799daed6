/** Which paragraph of which game's rules lies open over the page. */

export class Help {
  asked = $state.raw<{ game: string; at: string | null } | null>(null);
  private from: HTMLElement | SVGElement | null = null;

  open(game: string, at: string | null = null): void {
    this.from = document.activeElement as HTMLElement | SVGElement | null;
    this.asked = { game, at };
  }

  close(): void {
    this.asked = null;
    this.from?.focus?.();
  }
}

export const help = new Help();
