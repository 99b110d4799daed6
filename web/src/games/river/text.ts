/** The board in words, for screen readers and for whoever prefers to read. */

import type { Paragraph } from '..';
import { counted, m, word } from '../../lib/words';
import { cardWords, dieWords, masteryPlaces, ownersWords, patronAndPower, rewardWords, tileWords } from './terms';
import { type Box, GOODS, type RiverView } from './shown';

export function text(view: RiverView, box: Box, names: string[]): Paragraph[] {
  const tiles = new Map(box.buildings.tiles.map((tile) => [tile.id, tile]));
  const cards = new Map(box.customers.cards.map((card) => [card.id, card]));
  const spaces = new Map(box.shore.spaces.map((space) => [space.id, space]));
  const conditions = new Map(box.mastery.cards.map((card) => [card.id, card]));
  const customers = (whose: string, ids: string[]): string =>
    [whose, ...ids.map((id) => cardWords(cards.get(id)!, box))].join(' / ');
  const found: Paragraph[] = [];
  for (const player of view.players) {
    const lines = [
      ...(player.patron ? [patronAndPower(player.patron)] : []),
      dieWords(player.die),
      word('river_reward_koku', { n: player.koku }),
      ...GOODS.map((good) => word(`river_reward_${good}`, { n: player.goods[good] })),
      m.river_favor_track({ n: player.favor, limit: player.favor_limit }),
      ...player.ships.map(
        (space, k) =>
          `${m[player.royal === k + 1 ? 'river_ship_royal' : 'river_ship_common']({ who: names[player.seat], ship: k + 1 })}; ${m.river_pane_name({ river: space })}`,
      ),
      ...(player.hand
        ? [player.hand.length ? customers(m.river_hand(), player.hand) : m.river_hand_empty()]
        : [m.river_hand_hidden({ n: player.hand_size })]),
      ...(player.delivered.length ? [customers(m.river_served(), player.delivered)] : []),
      word('river_reward_vp', { n: player.points }),
    ];
    const clan = player.clan ? `, ${word(`river_clan_${player.clan}`)}` : '';
    found.push({ heading: `${names[player.seat]}${clan}`, lines });
  }
  found.push({
    heading: m.river_row(),
    lines: [
      ...view.row.map(
        (tile, place) =>
          `${place + 1}. ${tile ? tileWords(tiles.get(tile)!) : '–'}${tile && place === view.row.length - 1 ? `; ${m.river_row_end()}` : ''}`,
      ),
      ...view.stacks.map(
        (stack) =>
          `${m.river_stack({ era: stack.era, n: stack.size })}${stack.top ? `; ${tileWords(tiles.get(stack.top)!)}` : ''}`,
      ),
    ],
  });
  for (const region of view.scoring) {
    const standing = view.players.map((player) => counted(names[player.seat], player.influence[region.region - 1]));
    found.push({
      heading: word(`river_region_${region.region}`),
      lines: [
        m.river_scoring({ points: region.points.join('/') }),
        m.river_standing({ standing: standing.join(', ') }),
        box.influence.tracks[region.region - 1].steps
          .map((step) => `${m.river_step({ step: step.at })}: ${rewardWords(step)}`)
          .join('; '),
        ...view.shores
          .filter((shore) => spaces.get(shore.id)!.region === region.region)
          .map((shore) => {
            const what = shore.tile
              ? tileWords(tiles.get(shore.tile)!)
              : m.river_shore_empty({ cost: spaces.get(shore.id)!.cost });
            const owners = shore.markers.length
              ? `; ${m.river_shore_owners({ owners: ownersWords(shore.markers, names) })}`
              : '';
            return `${shore.id}. ${what}${owners}; ${m.river_shore_touches({ rivers: spaces.get(shore.id)!.rivers.join(', ') })}`;
          }),
      ],
    });
  }
  for (const mastery of view.masteries) {
    const card = conditions.get(mastery.id)!;
    found.push({
      heading: word(`river_mastery_${mastery.id}`),
      lines: [`${word(`river_condition_${card.condition}`, { n: card.n })}; ${masteryPlaces(mastery, names)}`],
    });
  }
  return found;
}
