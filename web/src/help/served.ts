/** What games that came as packages have for people who learn them: the page was built without it and asks the server. */

import { SvelteSet } from 'svelte/reactivity';
import type { GameView } from '../lib/api';

export const withHelp = new SvelteSet<string>();
export const withLesson = new SvelteSet<string>();
export const withStatistics = new SvelteSet<string>();

/** Remember what the server has said of its games. */
export function noteServed(games: GameView[]): void {
  for (const { game, help, lesson, statistics } of games) {
    if (help) withHelp.add(game);
    if (lesson) withLesson.add(game);
    if (statistics) withStatistics.add(game);
  }
}
