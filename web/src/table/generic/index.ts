/** A table for any game: what the server can say of it in text and words. For games that have no board on this page. */

import { type GameParts, gameParts } from '../../games/parts';
import { languages, listGames, seeMessages } from '../../lib/api';
import { noteServed } from '../../help/served';
import { learnSentences } from '../../lib/catalogue';
import GenericBoard from './GenericBoard.svelte';
import GenericPlayer from './GenericPlayer.svelte';
import NoSigns from './NoSigns.svelte';

const parts = {
  PlayerBoard: GenericPlayer,
  Signs: NoSigns,
  zooms: true,
  boardAlone: true,
  onPlayerBoard: [],
  terms: { pieces: [] },
  sign: '',
  text: () => [],
};

/** With the game's sentences in every language, so that another one can be chosen at once, and the board of its package, if any. */
export async function genericParts(game: string): Promise<GameParts> {
  const [found] = await Promise.all([listGames(), learnGame(game)]);
  noteServed(found);
  const prebuilt = found.find((entry) => entry.game === game)?.board ?? null;
  return gameParts({ ...parts, Board: boardWith(prebuilt) });
}

/** The generic board, told where the package's own one lies. */
function boardWith(prebuilt: string | null): GameParts['Board'] {
  return (internals, props) =>
    GenericBoard(internals, {
      get view() {
        return props.view;
      },
      get box() {
        return props.box;
      },
      prebuilt,
    });
}

async function learnGame(game: string): Promise<void> {
  await Promise.all(languages.map(async (language) => learnSentences(language, await seeMessages(game, language))));
}
