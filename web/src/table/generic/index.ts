/** A table for any game: what the server can say of it in text and words. For games that have no board on this page. */

import { type GameParts, gameParts } from '../../games/parts';
import { languages, seeMessages } from '../../lib/api';
import { learnSentences } from '../../lib/catalogue';
import GenericBoard from './GenericBoard.svelte';
import GenericPlayer from './GenericPlayer.svelte';
import NoSigns from './NoSigns.svelte';

const parts = gameParts({
  Board: GenericBoard,
  PlayerBoard: GenericPlayer,
  Signs: NoSigns,
  zooms: true,
  boardAlone: true,
  onPlayerBoard: [],
  terms: { pieces: [] },
  sign: '',
  text: () => [],
});

/** With the game's sentences in every language, so that another one can be chosen at once. */
export async function genericParts(game: string): Promise<GameParts> {
  await learnGame(game);
  return parts;
}

async function learnGame(game: string): Promise<void> {
  await Promise.all(languages.map(async (language) => learnSentences(language, await seeMessages(game, language))));
}
