/** Where on the page we are: every table, every ply of it and every replay has an address. */

import { type Tried, triedIn } from '../whatif/address';
import { below, root } from './root';

export type Place =
  | { page: 'lobby' }
  | { page: 'progress' }
  | { page: 'statistics'; game: string }
  | { page: 'puzzles'; game: string; id: string | null }
  | ({ page: 'analysis'; table: string | null; at: number } & Tried)
  | { page: 'table'; table: string; invite: string | null; link: string | null; at: number | null; review: boolean }
  | { page: 'wall'; table: string }
  | { page: 'replay'; at: number; record: string | null; review: boolean }
  | { page: 'first'; game: string }
  | { page: 'box'; game: string | null; box: string | null }
  | { page: 'unknown' };

/** What opens a seat stands behind the #: browsers send that to nobody. */
export function placeOf(path: string, query: string, behind = ''): Place {
  const table = path.match(/^\/table\/([A-Za-z0-9_-]+)(?:\/at\/(\d+)|(\/review))?\/?$/);
  const asked = new URLSearchParams(query);
  const secrets = new URLSearchParams(behind.replace(/^#/, ''));
  const tried = triedIn(asked, behind);
  if (tried && table?.[2]) return { page: 'analysis', ...tried, table: table[1], at: Number(table[2]) };
  if (tried && path === '/replay')
    return { page: 'analysis', ...tried, table: null, at: Number(asked.get('at') ?? 0) || 0 };
  if (table)
    return {
      page: 'table',
      table: table[1],
      invite: asked.get('invite'),
      link: secrets.get('seat'),
      at: table[2] === undefined ? null : Number(table[2]),
      review: table[3] !== undefined,
    };
  const wall = path.match(/^\/table\/([A-Za-z0-9_-]+)\/watch\/?$/);
  if (wall) return { page: 'wall', table: wall[1] };
  if (path === '/replay')
    return {
      page: 'replay',
      at: Number(asked.get('at') ?? 0) || 0,
      record: secrets.get('record'),
      review: asked.has('review'),
    };
  if (path === '/progress') return { page: 'progress' };
  const counted = path.match(/^\/statistics\/([a-z0-9_-]+)\/?$/);
  if (counted) return { page: 'statistics', game: counted[1] };
  const puzzles = path.match(/^\/puzzles\/([a-z0-9_-]+)(?:\/([\w-]+))?\/?$/);
  if (puzzles) return { page: 'puzzles', game: puzzles[1], id: puzzles[2] ?? null };
  const box = path.match(/^\/box(?:\/([a-z0-9_-]+)(?:\/([0-9a-f]{16}))?)?\/?$/);
  if (box) return { page: 'box', game: box[1] ?? null, box: box[2] ?? null };
  const first = path.match(/^\/first\/([a-z0-9_-]+)\/?$/);
  if (first) return { page: 'first', game: first[1] };
  return path === '/' || path === '' || path === '/index.html' ? { page: 'lobby' } : { page: 'unknown' };
}

const here = (): Place => placeOf(location.pathname.slice(root.length), location.search, location.hash);

class Route {
  place = $state.raw<Place>(here());

  constructor() {
    addEventListener('popstate', () => (this.place = here()));
  }

  go(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', below(address));
    this.place = here();
  }
}

export const route = new Route();
