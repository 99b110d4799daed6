/** What a change brings to whom, for the signs that fly there. */

import { type Message, word } from '../../lib/words';

export function flies({ id, args }: Message): { sign: string; to: string; amount: number; reason?: string } | null {
  const flight = (sign: string, amount: unknown) => ({
    sign,
    to: `${sign}:${String(args.who)}`,
    amount: Number(amount),
  });
  if (id === 'river_log_change_koku') return flight('koku', args.change);
  if (id === 'river_log_change_favor') return flight('favor', args.change);
  if (id === 'river_log_change_good') return flight(String(args.good).replace(/^river_good_/, ''), args.change);
  if (id === 'river_log_points')
    return {
      sign: 'vp',
      to: `points:${String(args.who)}`,
      amount: Number(args.points),
      reason: word(String(args.source)),
    };
  return null;
}
