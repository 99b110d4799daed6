/** What a told change brings to whom, for the signs that fly there. */

import { type Message, word } from '../../lib/words';

const SIGNS: Record<string, string> = { gold: 'gold', mana: 'mana', fish: 'fish', axolotls: 'axolotl' };

export function flies({ id, args }: Message): { sign: string; to: string; amount: number; reason?: string } | null {
  if (id === 'feya_log_points') return { sign: 'vp', to: `points:${String(args.who)}`, amount: Number(args.points), reason: word(String(args.source)) };
  const sign = SIGNS[id.replace('feya_log_change_', '')];
  return sign ? { sign, to: `${sign}:${String(args.who)}`, amount: Number(args.change) } : null;
}
