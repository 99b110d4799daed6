/** The large parts of the page, fetched when they are wanted: a table as soon as its address is known, else while the lobby is idle. */

import { takeGame } from './games';
import { readFirst } from './help/rules';
import { seeBox } from './lib/api';
import { tongue } from './lib/language.svelte';

export const tablePage = () => import('./table/TablePage.svelte');
export const recordReplay = () => import('./replay/RecordReplay.svelte');
/** With all that it shows, asked for at once. */
export function firstGame(game: string) {
  for (const coming of [takeGame(game), seeBox(game), readFirst(game, tongue.current)])
    void Promise.resolve(coming).catch(() => undefined);
  return import('./help/FirstGame.svelte');
}
