/** A review in words. */

import type { GameParts } from '../games';
import { reasonWords } from '../lib/reasons';
import { change, signed } from '../lib/numbers';
import { type Message, m, say, word } from '../lib/words';
import { type Line, reasonsOf, type SUMS, type Told, type Turn } from './review';

/** The moves of a turn, without those that only end something. */
export function turnWords(line: Line, parts: GameParts, names: string[]): string {
  const ends = [...(parts.ends ?? []), ...(parts.stops ?? [])];
  const said = line.says.filter((_, k) => !ends.includes(line.moves[k]));
  return (said.length ? said : line.says).map((one) => say(one as Message, names)).join('; ');
}

/** What the better turn surely brings at the end, and where from, or what it costs the others; empty where neither. */
export function gainWords(game: string, turn: Turn): string {
  const reasons = reasonWords(game, reasonsOf(turn));
  if (!turn.gain) return reasons ? m.review_why({ reasons }) : '';
  const points = signed(turn.gain);
  return reasons ? m.review_points_why({ points, reasons }) : m.review_points({ points });
}

/** Something to learn: a deed, how often it went wrong and what that cost. */
export function lessonWords({ id, args }: Message): string {
  const [deed, other] = [args.deed, args.other].map((name) => (typeof name === 'string' ? word(name) : ''));
  const [times, cost] = [String(args.times), change(-Number(args.cost) / 100)];
  if (id === 'review_lesson_without') return `${deed} (${times}×, ${cost})`;
  return id === 'review_lesson_instead'
    ? m.review_lesson_instead({ deed, other, times, cost })
    : m.review_lesson_how({ deed, times, cost });
}

const VERDICTS: Record<string, () => string> = {
  inaccuracy: () => m.review_verdict_inaccuracy(),
  mistake: () => m.review_verdict_mistake(),
  blunder: () => m.review_verdict_blunder(),
};
export const verdictWords = (verdict: string): string => VERDICTS[verdict]?.() ?? '';

const SAID: Record<Told, () => string> = {
  on: () => m.review_learn_on(),
  right: () => m.review_learn_right(),
  good: () => m.review_learn_good(),
  played: () => m.review_learn_played(),
  worse: () => m.review_learn_worse(),
};
export const toldWords = (told: Told): string => SAID[told]();

const SUMMED: Record<(typeof SUMS)[number], () => string> = {
  start: () => m.review_start(),
  luck: () => m.review_luck(),
  decisions: () => m.review_decisions(),
  rivals: () => m.review_rivals(),
  remainder: () => m.review_remainder(),
};
export const sumWords = (id: (typeof SUMS)[number]): string => SUMMED[id]();
