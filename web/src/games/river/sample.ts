/** A made-up moment of a game, for the pictures in the rules: drawn from the box, so another box has other pictures. */

import type { Box, RiverView } from './shown';

export function sample(box: Box): RiverView {
  const era1 = box.buildings.tiles.filter((tile) => tile.era === 1);
  const imperial = box.buildings.tiles.filter((tile) => tile.imperial);
  const clans = box.clans.list.map((clan) => clan.id);
  let stand = 0;
  const player = (seat: number): RiverView['players'][number] => ({
    seat,
    clan: clans[seat],
    patron: null,
    die: seat + 3,
    koku: 9,
    goods: { silk: 1, rice: 2, porcelain: 1 },
    favor: 2,
    favor_limit: 3,
    influence: box.regions.list.map((_, region) => ((region * 5 + seat * 3) % 9) + (region === 0 ? 1 : 0)),
    ships: seat === 0 ? [3, 9] : [6, 12],
    royal: null,
    hand: box.customers.cards.slice(0, 2).map((card) => card.id),
    hand_size: 2,
    delivered: [],
    points: 12 + seat,
  });
  return {
    ask: 'action',
    turn: 0,
    first: 0,
    turns: 8,
    last_turns: 0,
    patrons: 'off',
    open_patrons: [],
    building: null,
    players: [player(0), player(1)],
    shores: box.shore.spaces.map(({ id, setup }) => {
      if (setup === 'market') return { id, tile: imperial[stand++ % imperial.length].id, markers: [] };
      return id % 3 === 0
        ? { id, tile: era1[id % era1.length].id, markers: [(id / 3) % 2] }
        : { id, tile: null, markers: [] };
    }),
    row: era1.slice(0, 4).map((tile) => tile.id),
    stacks: [1, 2].map((era) => ({
      era,
      size: 8,
      top: box.buildings.tiles.find((tile) => tile.era === era)?.id ?? null,
    })),
    tiles_gone: [],
    scoring: box.region_scoring.tiles.map((tile, region) => ({
      region: region + 1,
      id: tile.id,
      points: tile.side_34p,
    })),
    masteries: box.mastery.cards
      .slice(0, 3)
      .map((card, k) => ({ id: card.id, points: card.side_34p, claims: k === 0 ? [1] : [] })),
    deck_size: 20,
    discards: [],
    owed: { goods: [0, 0], discards: 0, journey_reward: false, merchants: [] },
  };
}
