/** Which marks the page's root bears for what its owner wishes. The build also puts this before everything else (see `first.ts`
    beside `vite.config.ts`), so that the first thing painted is as wished: so it imports nothing. */

/** What is kept under `sampan.wishes`, of which only this counts here. */
export interface Marked {
  theme?: 'auto' | 'light' | 'dark';
  motion?: 'auto' | 'off';
}

export function mark(page: Document, { theme = 'auto', motion }: Marked): void {
  const marks: Record<string, string | undefined> = {
    theme: theme === 'auto' ? undefined : theme,
    motion: motion === 'off' ? 'off' : undefined,
  };
  for (const [name, value] of Object.entries(marks))
    if (value === undefined) delete page.documentElement.dataset[name];
    else page.documentElement.dataset[name] = value;
  // The color of the browser's own bars.
  for (const meta of page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = meta.dataset.of!;
    meta.media = theme === 'auto' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
}
