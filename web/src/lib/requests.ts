/** What somebody asks the others for, in words, and whether it is for me to answer. */

import type { Proposal } from './api';
import { levelName } from './levels';
import { m } from './words';

export function requestWords({ kind, by, back_to, seat, bot }: Proposal, names: string[], moves: number): string {
  const who = names[by];
  if (kind === 'rematch') return m.proposal_rematch({ who });
  return back_to === null
    ? m.proposal_bot({ who, whom: names[seat ?? 0], bot: levelName(bot ?? '') })
    : m.proposal_takeback({ who, n: moves - back_to });
}

/** Those that wait for an answer of one of these seats. */
export const askedOf = (proposals: Proposal[], seats: (number | null)[]): Proposal[] =>
  proposals.filter(({ waiting }) => waiting.some((seat) => seats.includes(seat)));
