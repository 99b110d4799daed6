/** What nobody waits for is done when the page has nothing better to do; gives a way to call it off. */

export function later(doing: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(doing, 60);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(doing, { timeout: 500 });
  return () => cancelIdleCallback(asked);
}
