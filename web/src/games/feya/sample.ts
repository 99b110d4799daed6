/** A made-up moment of a game for two, for the pictures in the rules: drawn from the box, so another box has other pictures. */

import { type Chart, readChart } from './chart';
import type { FeyaBox, FeyaView, Island, Player, Settlement, Space } from './shown';
import { ACTIONS } from './terms';

const NOWHERE = { fish: [], trade: [], build: [], sail: [] };

/** Hexes that touch, from these on, of those that a test lets through. */
function spread(chart: Chart, from: string[], through: (hex: string) => boolean, steps = Infinity): string[] {
  const found = new Set(from);
  let edge = from;
  for (let step = 0; step < steps && edge.length; step++) {
    edge = [...new Set(edge.flatMap((hex) => chart.beside.get(hex)!))].filter((hex) => !found.has(hex) && through(hex));
    edge.forEach((hex) => found.add(hex));
  }
  return [...found];
}

export function sample(box: FeyaBox): FeyaView {
  const chart = readChart(box.maps.small.art);
  const cells = [...chart.cells.values()];
  const spirits = cells.filter((cell) => cell.token === 'S').map((cell) => cell.name);
  const temples = cells.filter((cell) => /^[A-E]$/.test(cell.token));
  const open = (hex: string): boolean => !spirits.includes(hex) && !temples.some((temple) => temple.name === hex);
  // Beside each spirit a settlement or two, mine and theirs in turn, on hexes that touch no other spirit.
  const settlements: Settlement[] = spirits.flatMap((spirit, k) =>
    chart.beside
      .get(spirit)!
      .filter((hex) => open(hex) && chart.beside.get(hex)!.filter((other) => spirits.includes(other)).length === 1)
      .slice(k % 3, (k % 3) + 2)
      .map((hex, n) => ({
        hex,
        owner: k === spirits.length - 1 && n ? null : (k + n) % 2,
        fish: (k + n) % 3,
        pays: (k + n) % 2 ? 4 - ((k + n) % 3) : 0,
      })),
  );
  const dry = new Set([...spirits, ...settlements.map((town) => town.hex)]);
  const water = (hex: string): boolean => !dry.has(hex) && !temples.some((temple) => temple.name === hex);
  const left = new Set(dry);
  const islands: Island[] = [];
  for (const hex of dry) {
    if (!left.has(hex)) continue;
    const hexes = spread(chart, [hex], (other) => dry.has(other));
    hexes.forEach((other) => left.delete(other));
    const here = settlements.filter((town) => hexes.includes(town.hex));
    const own = [0, 1].map((seat) => here.filter((town) => town.owner === seat).length);
    const many = hexes.filter((other) => spirits.includes(other)).length;
    const feast = [0, 1].map(
      (seat) =>
        (seat ? 0 : here.filter((town) => town.fish).length) +
        here.filter((town) => town.owner === seat).reduce((sum, town) => sum + town.fish, 0),
    );
    islands.push({
      id: islands.length + 1,
      hexes,
      spirits: many,
      totem: false,
      towns: own,
      neutral: here.length - own[0] - own[1],
      leaders: [0, 1].filter((seat) => own[seat] && own[seat] >= own[1 - seat]),
      cost: [3 * many + 4, 3 * many + 3],
      feast,
    });
  }
  islands[0].totem = true;
  const season = box.fish_cards.cards[0];
  const sites = cells
    .filter(
      (cell) =>
        water(cell.name) &&
        islands.filter((island) => chart.beside.get(cell.name)!.some((hex) => island.hexes.includes(hex))).length === 1,
    )
    .map((cell) => cell.name);
  const beside = (hex: string, set: Set<string>): boolean => chart.beside.get(hex)!.some((other) => set.has(other));
  // My boat in the middle lies where there is something to sell to and somewhere to build; the others farther off.
  const away = (hex: string): number =>
    Math.hypot(chart.cells.get(hex)!.at[0] - chart.width / 2, chart.cells.get(hex)!.at[1] - chart.height / 2);
  const towns = new Set(settlements.map((town) => town.hex));
  const theirs = new Set(settlements.filter((town) => town.owner === 1).map((town) => town.hex));
  const berths = cells
    .map((cell) => cell.name)
    .filter((hex) => water(hex) && beside(hex, theirs) && beside(hex, new Set(sites)))
    .sort((a, b) => away(a) - away(b));
  const homes = [berths[berths.length - 1], berths[0], berths[berths.length >> 1]];
  const reachOf = (hex: string | null): Player['reach'][number] => {
    if (hex === null) return NOWHERE;
    const far = spread(chart, [hex], water, 3);
    return {
      fish: far.filter((at) => season.includes(chart.cells.get(at)!.token)),
      trade: far.filter((at) => beside(at, towns)),
      build: far.filter((at) => beside(at, new Set(sites))),
      sail: [...far, ...temples.map((temple) => temple.name).filter((temple) => beside(temple, new Set(far)))],
    };
  };
  const player = (seat: number, boats: (string | null)[]): Player => ({
    seat,
    clan: box.clans[seat * 2].id,
    board: 'normal',
    guide: box.guides[seat ? 6 : 3].id,
    passed: false,
    gold: 14 - seat,
    mana: 3,
    fish: 4,
    workers: 4,
    free_workers: 2,
    axolotls: 1,
    sailing: 1 + seat,
    catch: 2,
    range: 5,
    boats,
    reach: boats.map(reachOf),
    built: [2, 1, 1, 0],
    specials: [],
    temples: seat ? [] : ['A'],
    tiles: [box.round_bonus.I[0].replace(':', '')],
    points: 12 + seat,
  });
  const spaces = (action: (typeof ACTIONS)[number]): Space[] =>
    box.actions.small[action].map((space, place) => ({
      pay: space.pay ?? 0,
      gain: (space.gain ?? {}) as Record<string, number>,
      worker:
        action === 'trade' && place === 0
          ? { seat: 1, axolotl: false }
          : action === 'sail' && place === 0
            ? { seat: 0, axolotl: true }
            : null,
      reserved: false,
    }));
  return {
    ask: 'nothing',
    stage: 'choose',
    turn: 0,
    first: 0,
    turns: 9,
    round: 1,
    order: [0, 1],
    side: 'small',
    boat_at_island: false,
    swamp: {
      spirits,
      totem: islands[0].hexes.find((hex) => spirits.includes(hex)) ?? null,
      settlements,
      cut_off: [],
      sites,
    },
    islands,
    spaces: Object.fromEntries(ACTIONS.map((action) => [action, spaces(action)])) as FeyaView['spaces'],
    builder_card: null,
    temples: temples.map((temple, k) => ({
      temple: temple.token,
      hex: temple.name,
      left: 2 + (k % 2),
      top: { vp: 3 + (k % 3), ...(k % 2 ? { mana: 1 } : {}) } as Record<string, number>,
    })),
    axolotls: 6,
    spirits: 4,
    rounds: (['I', 'II', 'III', 'IV'] as const).map((name, k) => ({
      fish: box.fish_cards.cards[k],
      spirit: true,
      tiles: box.round_bonus[name].slice(0, 2).map((tile) => tile.replaceAll(':', '')),
    })),
    races: box.races.aims.slice(0, 3).map((aim, k) => ({ aim, points: box.races.vp, claims: k ? [] : [1] })),
    score_cards: box.score_cards.aims.slice(0, 2).map((aim, k) => ({ aim, worth: [9 - k * 4, 4 + k] })),
    guides: box.guides.slice(0, 5).map((guide, k) => ({ guide: guide.id, fish: k % 3 })),
    players: [player(0, [homes[0], homes[1], null]), player(1, [homes[2], null, null])],
    under_way: {
      action: null,
      boat: null,
      boats_done: [],
      site: null,
      track: null,
      range: 0,
      catch: 0,
      discount: 0,
      caught: 0,
      sold: 0,
      new_workers: 0,
    },
    refused: [],
  };
}
