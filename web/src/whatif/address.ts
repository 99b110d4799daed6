/** Moves tried out from a position have an address of their own. */

export interface Tried {
  line: string[];
  roll: number; // which dice and cards
  record: string | null; // a whole record, packed, where it is not a table's game
}

/** The address of a tried line; a record's file is not in it. */
export function tryAddress(table: string | null, at: number, line: string[], roll: number): string {
  const tried = line.map((text) => encodeURIComponent(text).replaceAll('%3A', ':')).join(',');
  const query = `line=${tried}${roll ? `&roll=${roll}` : ''}`;
  return table === null ? `/replay?at=${at}&${query}` : `/table/${table}/at/${at}?${query}`;
}

/** The line that an address tells of; nothing where the position is only looked at. */
export function triedIn(asked: URLSearchParams, behind: string): Tried | null {
  const line = asked.get('line');
  if (line === null) return null;
  return {
    line: line.split(',').filter(Boolean),
    roll: Math.trunc(Number(asked.get('roll') ?? 0)) || 0,
    record: new URLSearchParams(behind.replace(/^#/, '')).get('record'),
  };
}
