/** What the pieces of Feya's Swamp are called and do, in words: for tooltips, screen readers and the text board. */

import { counted, m, type Message, say, type Terms, word } from '../../lib/words';
import type { ActionName, BoardName, BoatAction, FeyaBox, FeyaView, Gains, Island, Space, Temple } from './shown';

/** Arguments of its messages that name a piece on the table. */
export const TERMS: Terms = { pieces: ['hex', 'island', 'temple', 'guide', 'action', 'race'] };

export const ACTIONS: ActionName[] = ['fish', 'trade', 'build', 'sail', 'improve', 'celebrate', 'spirit'];
export const BOAT_ACTIONS: BoatAction[] = ['fish', 'trade', 'build', 'sail'];
export const isBoatAction = (action: string | null): action is BoatAction =>
  (BOAT_ACTIONS as (string | null)[]).includes(action);
/** The paragraph of the rules about an action. */
export const helpOf = (action: ActionName): string => (action === 'spirit' ? 'spirits' : action);
/** The entries of the rules about single cards. */
export const guideEntry = (guide: string): string => `guide_${guide}`;
export const raceEntry = (aim: string): string => `race_${aim}`;
export const scoreEntry = (aim: string): string => `score_${aim}`;
export const ROMAN = ['I', 'II', 'III', 'IV'];
const KNOWN_FISH = ['p', 'y', 'o'];

export const fishSign = (colour: string): string => `fish-${KNOWN_FISH.includes(colour) ? colour : 'x'}`;
export const fishName = (colour: string): string =>
  KNOWN_FISH.includes(colour) ? word(`feya_fish_${colour}`) : colour;

/** "points: 7 (Ann), 5, 3, 2": what the places of a race are worth, and who has taken them. */
export const racePlaces = (race: FeyaView['races'][number], names: string[]): string =>
  m.feya_race_places({
    points: race.points
      .map((points, k) => (race.claims[k] === undefined ? String(points) : `${points} (${names[race.claims[k]]})`))
      .join(', '),
  });

/** "+2 points, +1 fish". */
export const gainWords = (gain: Gains): string =>
  Object.entries(gain)
    .filter(([, n]) => n)
    .map(([name, n]) => word(`feya_gain_${name}`, { n }))
    .join(', ');

/** A space of a clan board as the box writes it: `*boat`, `gold:3`. */
export interface Opened {
  reward: string;
  amount: number;
  start: boolean;
}
export function readSpace(text: string): Opened {
  const [reward, amount] = text.replace('*', '').split(':');
  return { reward, amount: Number(amount ?? 0), start: text.startsWith('*') };
}
export const tracksOf = (box: FeyaBox, board: string): Opened[][] =>
  box.clan_boards[board as BoardName].map((track) => track.map(readSpace));
/** What a guide is good for, with the box's figure. */
export const skillWords = (id: string, { guides }: FeyaBox): string =>
  word(`feya_skill_${id}`, { n: guides.find((guide) => guide.id === id)?.bonus ?? 0 });
/** What an action does, at the box's prices. */
export function doesWords(action: string, { prices, points }: FeyaBox): string {
  const gold = (n: number): string => word('feya_ware_gold', { n });
  return word(`feya_does_${action}`, {
    prices: [...prices.fish.slice(0, -1), gold(prices.fish.at(-1)!)].join(', '),
    price: gold(prices.gold_per_spirit),
    extra: word('feya_tile_vp', { n: points.feast_at_totem }),
  });
}
export const rewardWords = ({ reward, amount }: Opened): string => word(`feya_reward_${reward}`, { n: amount });
/** Incomes come again each round; the rest comes once. */
export const isIncome = (reward: string): boolean => ['mana', 'gold', 'vp', 'sail_income'].includes(reward);

/** A round bonus tile by its name: `range3`, `build-2`, `fish`, `mana2>fish4`, `vp7`; a second one alike ends in b. */
export interface Bonus {
  kind: string;
  n: number;
  action?: string;
  give?: [string, number];
  get?: [string, number];
}
export function readBonus(name: string): Bonus {
  const swap = name.match(/^([a-z]+)(\d+)>([a-z]+)(\d+)/);
  if (swap) return { kind: 'exchange', n: 0, give: [swap[1], Number(swap[2])], get: [swap[3], Number(swap[4])] };
  const build = name.match(/^build-(\d+)/);
  if (build) return { kind: 'discount', n: Number(build[1]) };
  const amount = name.match(/^(range|catch|vp)(\d+)/);
  if (amount) return { kind: amount[1], n: Number(amount[2]) };
  return { kind: 'action', n: 0, action: ACTIONS.find((action) => name.startsWith(action)) };
}
export function bonusWords(name: string): string {
  const bonus = readBonus(name);
  if (bonus.kind === 'action') return m.feya_tile_action({ action: word(`feya_action_${bonus.action}`) });
  if (bonus.give && bonus.get) {
    const [give, get] = [bonus.give, bonus.get].map(([ware, n]) => word(`feya_ware_${ware}`, { n }));
    return m.feya_tile_exchange({ give, get });
  }
  return word(`feya_tile_${bonus.kind}`, { n: bonus.n });
}

export function spaceWords(action: string, place: number, space: Space, names: string[]): string {
  const parts: string[] = [m.feya_space({ action: word(`feya_action_${action}`), space: place + 1 })];
  if (space.pay) parts.push(m.feya_space_pay({ n: space.pay }));
  if (Object.keys(space.gain).length) parts.push(gainWords(space.gain));
  if (space.reserved) parts.push(m.feya_space_reserved());
  if (space.worker)
    parts.push(
      m.feya_space_worker({
        who: names[space.worker.seat],
        worker: word(space.worker.axolotl ? 'feya_worker_axolotl' : 'feya_worker_clan'),
      }),
    );
  return parts.join('; ');
}

export const templeWords = (temple: Temple): string =>
  `${m.feya_temple({ temple: temple.temple, n: temple.left })}${temple.left ? `; ${m.feya_temple_top({ gain: gainWords(temple.top) })}` : ''}`;

/** An island in full: size, spirits, totem, whose settlements, who leads, price and feast. */
export function islandLines(island: Island, view: FeyaView, names: string[], seat: number | null): string[] {
  const lines: string[] = [
    `${m.feya_island_size({ n: island.hexes.length })}; ${m.feya_island_spirits({ n: island.spirits })}${island.totem ? `; ${m.feya_totem_here()}` : ''}`,
  ];
  const towns = island.towns.flatMap((n, k) => (n ? [counted(names[k], n)] : []));
  if (island.neutral) towns.push(m.feya_neutral_towns({ n: island.neutral }));
  lines.push(towns.length ? m.feya_island_towns({ who: towns.join(', ') }) : m.feya_island_empty());
  if (island.leaders.length) lines.push(m.feya_island_leads({ who: island.leaders.map((k) => names[k]).join(', ') }));
  const cost = seat === null ? null : island.cost[seat];
  if (cost !== null && cost !== undefined) lines.push(m.feya_island_cost({ n: cost }));
  const host = seat ?? view.turn;
  if (host >= 0) {
    const paid = island.feast.flatMap((n, k) => (n ? [counted(names[k], `+${n}`)] : []));
    lines.push(
      paid.length ? m.feya_island_feast({ who: names[host], paid: paid.join(', ') }) : m.feya_island_no_feast(),
    );
  }
  return lines;
}

export const refusal = (view: FeyaView, hex: string): Message | undefined =>
  view.refused.find((entry) => entry.hexes.includes(hex));
export const refusalWords = (view: FeyaView, hex: string, names: string[]): string => {
  const found = refusal(view, hex);
  return found ? say(found, names) : '';
};
