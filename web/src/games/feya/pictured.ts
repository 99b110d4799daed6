/** The sign and the card that show what a line of the log is about. */

import type { Message } from '../../lib/words';
import { flies } from './flies';

const SIGNS: Record<string, string> = {
  feya_log_site: 'settlement',
  feya_log_start_site: 'settlement',
  feya_log_neutral_site: 'settlement',
  feya_log_start_tile: 'settlement',
  feya_log_track: 'settlement',
  feya_log_special: 'special',
  feya_log_spirit_site: 'spirit',
  feya_log_boat: 'boat',
  feya_log_go: 'boat',
  feya_log_stay: 'boat',
  feya_log_new_boat: 'boat',
  feya_log_lay: 'fish',
  feya_log_lay_own: 'fish',
  feya_log_feast: 'act-celebrate',
  feya_log_temple: 'temple',
  feya_log_totem: 'totem',
  feya_log_new_worker: 'worker',
  feya_log_catch: 'catch',
  feya_log_sailing: 'range',
  feya_log_block: 'guide-leader',
  feya_log_block_back: 'guide-leader',
  feya_log_race: 'vp',
};
const bare = (term: unknown): string => String(term).replace(/^feya_[a-z]+_/, '');

/** What a round bonus tile is about: its action, what one gets for it, or what it adds to. */
const TILES: Record<string, string> = { range: 'range', catch: 'catch', vp: 'vp', discount: 'settlement' };
function tileSign(tile: unknown): string | undefined {
  const { id, args } = tile as Message;
  if (args.action) return `act-${bare(args.action)}`;
  return args.get ? bare((args.get as Message).id) : TILES[bare(id)];
}

export function pictured(change: Message): { sign?: string; card?: string } | null {
  const { id, args } = change;
  if (args.guide) return { sign: `guide-${bare(args.guide)}`, card: `guide:${bare(args.guide)}` };
  if (args.race) return { sign: SIGNS[id], card: `race:${bare(args.race)}` };
  if (id === 'feya_log_use' || id === 'feya_log_take') return { sign: tileSign(args.tile) };
  if (id === 'feya_log_swap') return { sign: bare(args.get) };
  const sign = SIGNS[id] ?? flies(change)?.sign ?? (args.action && `act-${bare(args.action)}`);
  return sign ? { sign } : null;
}
