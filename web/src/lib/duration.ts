/** Lengths of time in words and figures of a language. */

import { m } from './words';

const unit = (
  amount: number,
  name: 'day' | 'hour' | 'minute' | 'second',
  language: string,
  display: 'long' | 'short',
): string => new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: display }).format(amount);

export interface Pace {
  kind: 'none' | 'soft' | 'seconds' | 'minutes' | 'days';
  amount: number;
  increment?: number; // seconds a turn, beside minutes for the whole game
}

/** What a table may be played at: without a clock, minutes for the whole game, minutes a move, or days a move. */
export const PACES: Pace[] = [
  { kind: 'none', amount: 0 },
  ...[
    [10, 10],
    [20, 15],
    [45, 30],
  ].map(([amount, increment]): Pace => ({ kind: 'minutes', amount, increment })),
  ...[60, 120, 300].map((amount): Pace => ({ kind: 'seconds', amount })),
  ...[1, 2, 3, 7].map((amount): Pace => ({ kind: 'days', amount })),
];

/** The time of a move, or of a player for the whole game; nothing where a move takes as long as it takes. */
export const paceTime = ({ kind, amount }: Pace, language: string): string =>
  kind === 'none'
    ? ''
    : kind === 'days'
      ? unit(amount, 'day', language, 'long')
      : kind === 'minutes'
        ? unit(amount, 'minute', language, 'long')
        : amount % 60
          ? clockFace(amount)
          : unit(amount / 60, 'minute', language, 'long');

/** The pace of a table in words. */
export const paceWords = (pace: Pace, language: string): string =>
  pace.kind === 'none'
    ? m.pace_none()
    : pace.kind === 'minutes'
      ? m.pace_player({
          time: paceTime(pace, language),
          more: unit(pace.increment ?? 0, 'second', language, 'short'),
        })
      : m.pace_move({ time: paceTime(pace, language) });

/** A day of the calendar. */
export const dayWords = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at * 1000);

const two = (n: number): string => String(n).padStart(2, '0');
const clockFace = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

/** What a clock shows: 4:07 below an hour, then in hours and minutes, then in days and hours; a zero is left out. */
export function timeLeft(seconds: number, language: string): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < 3600) return clockFace(left);
  const hours = Math.floor(left / 3600);
  const parts: [number, 'day' | 'hour' | 'minute'][] = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
    [hours < 24 ? Math.floor((left % 3600) / 60) : 0, 'minute'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, name]) => unit(amount, name, language, 'short'))
    .join(' ');
}
