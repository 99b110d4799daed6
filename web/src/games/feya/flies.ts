/** What a change brings to whom, for the signs that fly there. */

import { type Message, word } from '../../lib/words';

const SIGNS: Record<string, string> = {
  feya_log_change_gold: 'gold',
  feya_log_change_mana: 'mana',
  feya_log_change_fish: 'fish',
  feya_log_change_axolotls: 'axolotl',
};

export function flies({ id, args }: Message): { sign: string; to: string; amount: number; reason?: string } | null {
  if (id === 'feya_log_points')
    return {
      sign: 'vp',
      to: `points:${String(args.who)}`,
      amount: Number(args.points),
      reason: word(String(args.source)),
    };
  return SIGNS[id] ? { sign: SIGNS[id], to: `${SIGNS[id]}:${String(args.who)}`, amount: Number(args.change) } : null;
}
