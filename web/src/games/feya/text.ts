/** The whole table in words, for screen readers and for whoever prefers to read: every piece the picture shows. */

import type { Paragraph } from '..';
import { counted, m, word } from '../../lib/words';
import { readChart } from './chart';
import type { FeyaBox, FeyaView, Player } from './shown';
import {
  ACTIONS,
  bonusWords,
  fishName,
  islandLines,
  racePlaces,
  rewardWords,
  ROMAN,
  skillWords,
  spaceWords,
  templeWords,
  tracksOf,
} from './terms';

export function text(view: FeyaView, box: FeyaBox, names: string[], seat: number | null = null): Paragraph[] {
  return [
    roundsText(view, names),
    ...view.players.map((player) => playerText(view, box, player, names)),
    { heading: m.feya_actions(), lines: actionLines(view, names) },
    ...view.islands.map((island) => ({
      heading: m.feya_island({ n: island.id }),
      lines: [...islandLines(island, view, names, seat), ...island.hexes.map((hex) => tileLine(view, hex, names))],
    })),
    waterText(view, box),
    { heading: m.feya_guides(), lines: view.guides.map(({ guide, fish }) => guideLine(box, guide, fish)) },
    {
      heading: m.feya_cards(),
      lines: [
        ...view.races.map((race) => `${m.feya_race()}: ${word(`feya_race_${race.aim}`)}; ${racePlaces(race, names)}`),
        ...view.score_cards.map(
          (card) =>
            `${word(`feya_score_card_${card.aim}`)}; ${m.feya_worth_now()}: ${card.worth.map((n, k) => counted(names[k], n)).join(', ')}`,
        ),
      ],
    },
  ];
}

function roundsText(view: FeyaView, names: string[]): Paragraph {
  const order = view.order
    .filter((seat) => seat >= 0)
    .map((seat) => (view.players[seat].passed ? m.feya_passed({ who: names[seat] }) : names[seat]));
  return {
    heading: m.feya_round({ n: ROMAN[view.round - 1] ?? view.round }),
    lines: [
      `${m.feya_order()}: ${order.join(', ') || '–'}`,
      m.feya_supply({ axolotls: view.axolotls, spirits: view.spirits }),
      ...view.rounds.map((round, k) =>
        [
          `${ROMAN[k]}; ${m.feya_season({ fish: round.fish.map(fishName).join(', ') })}`,
          ...round.tiles.map(bonusWords),
          ...(round.spirit ? [m.feya_spirit_waits()] : []),
        ].join('; '),
      ),
      ...(view.under_way.action ? [m.feya_under_way({ action: word(`feya_action_${view.under_way.action}`) })] : []),
    ],
  };
}

function playerText(view: FeyaView, box: FeyaBox, player: Player, names: string[]): Paragraph {
  const tracks = tracksOf(box, player.board);
  const done = (boat: number): string =>
    view.turn === player.seat && view.under_way.boats_done.includes(boat + 1) ? `; ${m.feya_boat_done()}` : '';
  return {
    heading: `${names[player.seat]}, ${word(`feya_clan_${player.clan}`)}${player.passed ? ` (${m.feya_has_passed()})` : ''}`,
    lines: [
      word('feya_points_of', { n: player.points }),
      player.guide
        ? m.feya_guide_of({ guide: word(`feya_guide_${player.guide}`), skill: skillWords(player.guide, box) })
        : m.feya_no_guide(),
      `${word('feya_ware_gold', { n: player.gold })}, ${word('feya_ware_mana', { n: player.mana })}, ${word('feya_ware_fish', { n: player.fish })}`,
      m.feya_workers({ free: player.free_workers, n: player.workers }),
      m.feya_axolotls({ n: player.axolotls }),
      `${m.feya_range_of({ n: player.range })}; ${m.feya_catch_of({ n: player.catch })}; ${m.feya_sailing({ n: player.sailing })}`,
      ...player.boats.map((hex, boat) =>
        hex === null
          ? m.feya_boat_home({ n: boat + 1 })
          : m.feya_boat({ who: names[player.seat], clan: word(`feya_clan_${player.clan}`), n: boat + 1, hex }) +
            done(boat),
      ),
      ...tracks.map((track, t) => {
        const next = track[player.built[t]];
        const open = track.slice(0, player.built[t]).map((space, p) => {
          const special = player.specials.find((one) => one.track === t + 1 && one.place === p + 1);
          return special ? `${rewardWords(space)} ${special.tile}` : rewardWords(space);
        });
        return `${m.feya_track({ n: t + 1 })}: ${open.join(', ') || '–'}; ${next ? m.feya_track_next({ reward: rewardWords(next) }) : m.feya_track_done()}`;
      }),
      m.feya_temples_visited({ temples: player.temples.join(' ') || '–' }),
      `${m.feya_hand()}: ${player.tiles.map(bonusWords).join('; ') || '–'}`,
    ],
  };
}

function actionLines(view: FeyaView, names: string[]): string[] {
  const lines = ACTIONS.flatMap((action) =>
    view.spaces[action].map((space, place) => spaceWords(action, place, space, names)),
  );
  const card = view.builder_card;
  if (card)
    lines.push(
      `${m.feya_builder_space()}; ${m.feya_space_worker({ who: names[card.seat], worker: word(card.axolotl ? 'feya_worker_axolotl' : 'feya_worker_clan') })}`,
    );
  return lines;
}

function tileLine(view: FeyaView, hex: string, names: string[]): string {
  const town = view.swamp.settlements.find((one) => one.hex === hex);
  if (!town) return `${hex}; ${view.swamp.totem === hex ? m.feya_spirit_totem() : m.feya_spirit()}`;
  const owner = town.owner === null ? m.feya_town_neutral() : m.feya_town({ who: names[town.owner] });
  return `${hex}; ${owner}${town.fish ? `; ${m.feya_town_fish({ n: town.fish })}` : ''}`;
}

function waterText(view: FeyaView, box: FeyaBox): Paragraph {
  const covered = new Set([...view.swamp.spirits, ...view.swamp.settlements.map((town) => town.hex)]);
  const cells = [...readChart(box.maps[view.side].art).cells.values()].filter((cell) => !covered.has(cell.name));
  const temples = new Set(view.temples.map((temple) => temple.hex));
  const season = new Set(view.rounds[view.round - 1].fish);
  const colours = [...new Set(box.fish_cards.cards.flat())];
  const water = cells.filter((cell) => !colours.includes(cell.token) && !temples.has(cell.name));
  return {
    heading: m.feya_swamp(),
    lines: [
      ...view.temples.map((temple) => `${temple.hex}; ${templeWords(temple)}`),
      ...colours.map((colour) =>
        m.feya_fish_hexes({
          fish: `${fishName(colour)}${season.has(colour) ? ` (${m.feya_in_season()})` : ''}`,
          hexes: cells
            .filter((cell) => cell.token === colour)
            .map((cell) => cell.name)
            .join(', '),
        }),
      ),
      `${m.feya_water()}: ${water.map((cell) => cell.name).join(', ')}`,
      ...(view.swamp.cut_off.length ? [`${m.feya_water_cut_off()}: ${view.swamp.cut_off.join(', ')}`] : []),
    ],
  };
}

function guideLine(box: FeyaBox, id: string, fish: number): string {
  const guide = box.guides.find((one) => one.id === id)!;
  return `${word(`feya_guide_${id}`)} (${skillWords(id, box)}); ${m.feya_guide_figures({ initiative: guide.initiative, settlement: guide.settlement, steps: guide.range })}; ${m.feya_guide_fish({ n: fish })}`;
}
