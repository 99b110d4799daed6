/** Every building tile and every customer of the box as an entry of the rules. */

import { m, word } from '../../lib/words';
import type { Piece } from '../parts';
import type { Box } from './shown';
import { cardWords, customerEntry, TERMS, tileEntry, tileWords } from './terms';

const lines = (words: string): { title: string; text: string } => {
  const [title, ...rest] = words.split('; ');
  return { title: title[0].toUpperCase() + title.slice(1), text: rest.map((line) => `- ${line}`).join('\n') };
};

export function piecesOf(box: Box): Piece[] {
  const tiles = box.buildings.tiles.map((tile) => {
    const { title, text } = lines(tileWords(tile));
    const mark = TERMS.names!.tile(tile.id);
    const kind = tile.imperial ? rewardOf(tile.visitor) : tile.era ? mark : m.river_tile_starting();
    const era = tile.era ? `- ${m.river_era_short({ era: tile.era })}\n` : '';
    return {
      id: tileEntry(tile.id),
      under: 'buildings',
      title: tile.era ? `${title} ${kind}` : `${title} (${kind})`,
      text: era + text,
      picture: `tile:${tile.id}`,
    };
  });
  const customers = box.customers.cards.map((card) => ({
    id: customerEntry(card.id),
    under: 'customers',
    ...lines(cardWords(card, box)),
    picture: `customer:${card.id}`,
  }));
  const scoring = box.region_scoring.tiles.map((tile) => ({
    id: `scoring_${tile.id}`,
    under: 'regions',
    title: m.river_scoring_tile({ letter: tile.id.toUpperCase() }),
    text: `- ${m.river_scoring_for_two({ points: tile.side_2p.join(', ') })}\n- ${m.river_scoring_for_more({ points: tile.side_34p.join(', ') })}`,
    picture: `scoring:${tile.id}`,
  }));
  return [...tiles, ...customers, ...scoring];
}

/** An imperial market goes by its good. */
const rewardOf = (visitor: Partial<Record<string, number>>): string =>
  word(`river_good_${Object.keys(visitor).find((name) => ['silk', 'rice', 'porcelain'].includes(name)) ?? 'rice'}`);
