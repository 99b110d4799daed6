/** The sign and the card or tile that show what a line of the log is about. */

import type { Message } from '../../lib/words';
import { flies } from './flies';

const SIGNS: Record<string, string> = {
  river_log_sail: 'ship',
  river_log_royal: 'royal',
  river_log_journey: 'journey',
  river_log_journey_koku: 'journey',
  river_log_change_influence: 'influence',
  river_log_favor_limit: 'favor',
  river_log_trade_favor: 'favor',
  river_log_die: 'favor',
  river_log_face: 'favor',
  river_log_draw: 'card',
  river_log_visit: 'flower',
  river_log_mastery: 'vp',
};
const bare = (term: unknown): string => String(term).replace(/^river_[a-z]+_/, '');

const bareOrNone = (term: unknown): string | undefined => (term === undefined ? undefined : bare(term));

export function pictured(change: Message): { sign?: string; card?: string } | null {
  const { id, args } = change;
  if (args.mastery) return { sign: SIGNS[id], card: `mastery:${bare(args.mastery)}` };
  if (args.patron) return { card: `patron:${bare(args.patron)}` };
  if (args.card) return { sign: bare(args.type), card: `customer:${String(args.card)}` };
  if (args.tile && args.tile !== '-') return { sign: bare(args.type), card: `tile:${String(args.tile)}` };
  const sign = SIGNS[id] ?? flies(change)?.sign ?? bareOrNone(args.good ?? args.get);
  if (sign) return { sign };
  return args.region ? { sign: `region-${bare(args.region)}` } : null;
}
