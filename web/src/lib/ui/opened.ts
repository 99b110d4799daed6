/** A panel that opens over the page takes the focus, is closed by Escape, and gives the focus back to where it was, unless that has gone elsewhere. */
export const opened =
  (close: () => void) =>
  (panel: HTMLElement): (() => void) => {
    const asked = document.activeElement as HTMLElement | SVGElement | null;
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    panel.addEventListener('keydown', key);
    panel.focus({ preventScroll: true }); // not a button: who presses a key just now has meant a move
    return () => {
      const at = document.activeElement;
      if (at === null || at === document.body || panel.contains(at)) asked?.focus();
    };
  };
