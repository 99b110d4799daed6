/** What the service worker keeps for a time without a network: which answers, and for how long. */

export type Kept =
  | { kind: 'page' } // any of our pages: they are one file
  | { kind: 'asset' } // its name tells its contents
  | { kind: 'file' } // another file of the page's
  | { kind: 'game' } // what a game is made of: box, sentences, rules
  | { kind: 'table'; table: string } // a table itself; kept once its game is over
  | { kind: 'part'; table: string }; // what belongs to a table, kept where the table is

const TABLE = /^\/api\/tables\/([\w-]{12})$/;
const PART = /^\/api\/tables\/([\w-]{12})\/(at\/\d+|digest|picture|brief|decisions)$/;

/** What a request is for, by its path below the server's own; nothing where it is none of our business. */
export function keptOf(path: string, navigates: boolean): Kept | null {
  if (navigates)
    return /^\/(|index\.html|replay|progress|(table|first|statistics|puzzles)\/.*)$/.test(path)
      ? { kind: 'page' }
      : null;
  if (/^\/assets\/[^/]+$/.test(path)) return { kind: 'asset' };
  if (/^\/api\/games(\/.*)?$/.test(path)) return { kind: 'game' };
  const [, table] = TABLE.exec(path) ?? [];
  if (table) return { kind: 'table', table };
  const [, whole] = PART.exec(path) ?? [];
  if (whole) return { kind: 'part', table: whole };
  return /^\/[\w-]+\.(svg|json)$|^\/icons\/[\w-]+\.png$/.test(path) ? { kind: 'file' } : null;
}

/** The page as it is shown without a network: it knows that it was kept, and looks for a newer one as soon as there is a network. */
export const asKept = (html: string): string => html.replace('<head>', '<head><meta name="kept" content="yes" />');

/** Whether an answer means that nobody is there: a proxy says so where the server behind it is away. */
export const isAway = (status: number): boolean => status >= 502 && status <= 504;
