/** Round bonus tiles, special tiles, temple tiles and fish cards of the box as entries of the rules. */

import { capital, m, word } from '../../lib/words';
import type { Piece } from '../parts';
import type { FeyaBox } from './shown';
import { bonusWords, fishName, gainWords, readSpace, rewardWords } from './terms';

export function piecesOf(box: FeyaBox): Piece[] {
  const bonus = (['I', 'II', 'III', 'IV'] as const).flatMap((round, k) =>
    box.round_bonus[round].map((tile) => {
      const name = tile.replaceAll(':', '');
      return {
        id: `bonus_${name.replace(/\W/g, '_')}`,
        under: 'bonus',
        title: capital(bonusWords(name)),
        text: `- ${m.feya_bonus_of({ round })}\n- ${word(`feya_tile_when_${k + 1}`)}`,
        picture: `bonus:${name}`,
      };
    }),
  );
  const special = box.clan_boards.special_tiles.map((tile, k) => ({
    id: `special_${k + 1}`,
    under: 'advanced',
    title: m.feya_special_tile({ n: k + 1 }),
    text: `- ${rewardWords(readSpace(tile))}`,
    picture: `special:${k}`,
  }));
  const temples = (['A', 'B', 'C', 'D', 'E'] as const).map((temple) => ({
    id: `temple_${temple}`,
    under: 'temples',
    title: m.feya_temple_tiles({ temple }),
    text: box.temples[temple]
      .map(
        ({ players, ...gain }) =>
          `- ${m.feya_temple_tile({ gain: gainWords(gain as Record<string, number>), n: players })}`,
      )
      .join('\n'),
    picture: `temple:${temple}`,
  }));
  const fish = box.fish_cards.cards.map((colours, k) => ({
    id: `fish_card_${k + 1}`,
    under: 'fish',
    title: m.feya_fish_card({ fish: colours.map(fishName).join(', ') }),
    text: `- ${m.feya_fish_card_says()}`,
    picture: `fish:${colours.join('')}`,
  }));
  return [...bonus, ...special, ...temples, ...fish];
}
