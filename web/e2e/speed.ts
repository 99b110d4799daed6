/** How long a new view takes until it is presented, at the pace of the game: bots pause as they do for people, and whoever plays
    takes a moment before the next move. */

import type { Page } from 'playwright-core';

export const MOVES = Number(process.env.MOVES ?? 40);
export const [PACE, PAUSE] = [300, 0.25]; // ms from one move to the next; seconds between bots' moves, as the server has it for people

const share = (times: number[], part: number): string =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)].toFixed(1);

/** The page's own work for each view since the measures were last cleared. */
export const ownWork = (page: Page): Promise<number[]> =>
  page.evaluate(() => performance.getEntriesByName('sampan-script').map((entry) => entry.duration));

/** One line for each thing that was timed. */
export function printTable(rows: Record<string, number[]>): void {
  const wide = Math.max(...Object.keys(rows).map((name) => name.length));
  const line = (name: string, cells: string[]): string =>
    [name.padEnd(wide), ...cells.map((cell) => cell.padStart(9))].join('');
  const head = line('milliseconds', ['number', 'median', '95 %', 'slowest']);
  const body = Object.entries(rows).map(([name, times]) =>
    line(name, [String(times.length), share(times, 0.5), share(times, 0.95), share(times, 1)]),
  );
  console.log([head, ...body].join('\n'));
}
