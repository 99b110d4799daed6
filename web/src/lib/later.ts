/** What nobody waits for is done when the page has nothing better to do; gives a way to call it off. */

const SHOWN = 100; // ms; a page that has handed over a frame seems idle, but the frame is still on its way to the screen

export function later(doing: () => void): () => void {
  let asked = 0;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) asked = requestIdleCallback(doing, { timeout: 500 });
    else doing();
  }, SHOWN);
  return () => {
    clearTimeout(timer);
    if (asked) cancelIdleCallback(asked);
  };
}
