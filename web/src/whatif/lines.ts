/** The lines that were tried out: each is kept until a longer one goes through it. */

import type { Message } from '../lib/words';

export interface Tried extends Message {
  text: string;
  seat: number;
}
export interface Line {
  at: number; // moves of the game before it
  roll: number;
  moves: Tried[];
}

const MOST = 40;
const key = (name: string): string => `sampan.tried.${name}`;

/** Whether one line is the beginning of another. */
export const begins = (one: Line, other: Line): boolean =>
  one.at === other.at && one.roll === other.roll && one.moves.every(({ text }, k) => other.moves[k]?.text === text);

/** The lines with one more: what it goes through is in it. */
export function withLine(lines: Line[], line: Line): Line[] {
  if (line.moves.length === 0 || lines.some((one) => begins(line, one))) return lines;
  const place = lines.findIndex((one) => begins(one, line));
  if (place >= 0) return lines.map((one, k) => (k === place ? line : one));
  return [...lines, line].slice(-MOST);
}

export function readLines(name: string): Line[] {
  try {
    return (JSON.parse(sessionStorage.getItem(key(name)) ?? '[]') as Line[]) ?? [];
  } catch {
    return [];
  }
}

export function keepLines(name: string, lines: Line[]): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(lines));
  } catch {
    // They last as long as the page.
  }
}
