/** The boats on the swamp: where each is drawn, and which way it points. */

import { type Chart, heading, type Point, R } from './chart';
import type { Message } from '../../lib/words';
import type { FeyaView } from './shown';

export interface Afloat {
  key: string; // seat and boat, counted from 0
  seat: number;
  boat: number;
  hex: string;
  from: string | undefined; // the hex it came from
  at: Point;
  angle: number;
}

/** Where each boat came from to each hex, as the log tells it; `0-1 d5` is the second boat of seat 0 at d5. */
export function origins(history: Message[]): Map<string, string> {
  const [found, taken] = [new Map<string, string>(), new Map<string, string>()];
  for (const { id, args } of history) {
    if (id !== 'feya_log_boat' && id !== 'feya_log_go') continue;
    const [boat, hex] = [`${String(args.who)}-${Number(args.boat) - 1}`, String(args.hex)];
    if (id === 'feya_log_boat') taken.set(boat, hex);
    else if (taken.has(boat)) found.set(`${boat} ${hex}`, taken.get(boat)!);
  }
  return found;
}

/** Boats that share a temple lie side by side; a boat on a settlement lies at its lower edge. */
export function boatsAfloat(
  view: FeyaView,
  chart: Chart,
  came: Map<string, string>,
  before: Map<string, Afloat>,
): Afloat[] {
  const here = new Map<string, number>();
  const towns = new Set(view.swamp.settlements.map((town) => town.hex));
  const many = new Map<string, number>();
  for (const player of view.players) for (const hex of player.boats) if (hex) many.set(hex, (many.get(hex) ?? 0) + 1);
  const found: Afloat[] = [];
  for (const player of view.players) {
    player.boats.forEach((hex, boat) => {
      if (!hex) return;
      const [x, y] = chart.cells.get(hex)!.at;
      const place = here.get(hex) ?? 0;
      here.set(hex, place + 1);
      const shift = (place - (many.get(hex)! - 1) / 2) * R * 0.62;
      const key = `${player.seat}-${boat}`;
      const old = before.get(key);
      const moved = old !== undefined && old.hex !== hex;
      // The log comes a little later than the view; a boat that goes back where it came from has been taken back.
      const from = moved && old.from !== hex ? old.hex : (came.get(`${key} ${hex}`) ?? (moved ? undefined : old?.from));
      const angle = from === undefined ? usual(x, chart) : heading(chart.cells.get(from)!.at, [x, y]);
      found.push({
        key,
        seat: player.seat,
        boat,
        hex,
        from,
        at: [x + shift, y + (towns.has(hex) ? R * 0.36 : many.get(hex)! > 1 ? R * 0.3 : 0)],
        angle,
      });
    });
  }
  return found;
}

/** A boat that has not moved looks to the middle of the swamp. */
const usual = (x: number, chart: Chart): number => (x > chart.width / 2 ? 180 : 0);

/** The shortest way over water from hex to hex; a boat that cannot be drawn going there flies. */
export function route(chart: Chart, dry: Set<string>, from: string, to: string): string[] {
  const came = new Map<string, string>([[from, from]]);
  const edge = [from];
  for (let at = edge.shift(); at !== undefined && !came.has(to); at = edge.shift()) {
    for (const next of chart.beside.get(at) ?? []) {
      if (came.has(next) || (dry.has(next) && next !== to)) continue;
      came.set(next, at);
      edge.push(next);
    }
  }
  if (!came.has(to)) return [from, to];
  const way = [to];
  while (way[0] !== from) way.unshift(came.get(way[0])!);
  return way;
}
