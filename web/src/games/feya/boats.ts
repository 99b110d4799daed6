/** The boats on the swamp: where each is drawn, and which way it points. */

import { type Chart, heading, type Point, R } from './chart';
import type { FeyaView } from './shown';

export interface Afloat {
  key: string; // seat and boat, counted from 0
  seat: number;
  boat: number;
  hex: string;
  at: Point;
  angle: number;
}

/** Boats that share a temple lie side by side; a boat on a settlement lies at its lower edge. */
export function boatsAfloat(view: FeyaView, chart: Chart, before: Map<string, { hex: string; angle: number }>): Afloat[] {
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
      const angle = old === undefined ? usual(x, chart) : old.hex === hex ? old.angle : turned(old.angle, heading(chart.cells.get(old.hex)!.at, [x, y]));
      found.push({ key, seat: player.seat, boat, hex, at: [x + shift, y + (towns.has(hex) ? R * 0.36 : many.get(hex)! > 1 ? R * 0.3 : 0)], angle });
    });
  }
  return found;
}

/** A boat that nobody has seen move looks to the middle of the swamp. */
const usual = (x: number, chart: Chart): number => (x > chart.width / 2 ? 180 : 0);
/** The same direction, said so that the boat turns the short way round. */
const turned = (from: number, to: number): number => from + ((((to - from) % 360) + 540) % 360) - 180;

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
