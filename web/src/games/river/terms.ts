/** What the pieces of River of Gold are called and do, in words: for tooltips, screen readers and the text board. */

import { m, type Terms, word } from '../../lib/words';
import type { Box, CardRow, Reward, RiverView, TileRow } from './shown';

/** Arguments of its messages that name a piece on the table; a tile goes by its own mark, for the sentence names its type
    anyway: `port-1f` is 1F. */
export const TERMS: Terms = {
  pieces: ['shore', 'river', 'region', 'card', 'tile', 'mastery'],
  names: { tile: (tile) => (/-\d\w$/.test(tile) ? tile.slice(-2).toUpperCase() : '') },
};

/** A reward in words: "3 koku, 1 favor". */
export const rewardWords = (reward: Reward): string =>
  Object.entries(reward)
    .filter(([name]) => name !== 'at')
    .map(([name, amount]) => word(`river_reward_${name}`, { n: amount }))
    .join(', ');

export function tileWords(tile: TileRow): string {
  const parts: string[] = [word(tile.imperial ? 'river_tile_imperial' : `river_building_${tile.type}`)];
  if (tile.influence) parts.push(m.river_tile_influence({ n: tile.influence }));
  parts.push(m.river_tile_visitor({ reward: rewardWords(tile.visitor) }));
  if (Object.keys(tile.owner).length) parts.push(m.river_tile_owner({ reward: rewardWords(tile.owner) }));
  return parts.join('; ');
}

/** Who owns a building; two markers of one player are said as such: "Ann ×2". */
export const ownersWords = (markers: number[], names: string[]): string =>
  [...new Set(markers)]
    .map((seat) => {
      const n = markers.filter((other) => other === seat).length;
      return n > 1 ? `${names[seat]} ×${n}` : names[seat];
    })
    .join(', ');

export function cardWords(card: CardRow, box: Box): string {
  const gives = rewardWords(box.customer_types[card.type]);
  const parts: string[] = [
    m.river_card_name({ type: word(`river_customer_${card.type}`), region: word(`river_region_${card.region}`) }),
    m.river_card_order({ order: rewardWords(card.order) }),
  ];
  if (gives) parts.push(m.river_card_gives({ reward: gives }));
  parts.push(abilityWords(card));
  return parts.join('; ');
}

export function abilityWords(card: CardRow): string {
  const ability = word(`river_ability_${card.ongoing ?? 'none'}`);
  return card.target ? `${ability} (${word(`river_target_${card.target}`)})` : ability;
}

/** The points of a mastery's places, and who has claimed which. */
export const masteryPlaces = (mastery: RiverView['masteries'][number], names: string[]): string =>
  m.river_mastery_places({
    points: mastery.points
      .map((points, k) =>
        mastery.claims[k] === undefined ? String(points) : `${points} (${names[mastery.claims[k]]})`,
      )
      .join(', '),
  });

/** What a die shows; nothing before it is rolled for the first time. */
export const dieWords = (face: number | null): string =>
  face === null ? m.river_die_unrolled() : m.river_die({ face });

/** The entries of the rules about a customer and a tile: `monk-3` is `customer_monk_3`. */
export const customerEntry = (card: string): string => `customer_${card.replaceAll('-', '_')}`;
export const tileEntry = (tile: string): string => `tile_${tile.replaceAll('-', '_')}`;

/** "Yasuki Taka; 1 point for each ...". */
export const patronAndPower = (patron: string): string =>
  `${word(`river_patron_${patron}`)}; ${word(`river_power_${patron}`)}`;
