/** Lengths of time in words and figures of a language. */

const unit = (amount: number, name: 'day' | 'hour' | 'minute', language: string, display: 'long' | 'short'): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: display }).format(amount);

export interface Pace {
  kind: 'none' | 'soft' | 'days';
  amount: number;
}

/** What a table may be played at: without a clock, minutes that only remind, or days. */
export const PACES: Pace[] = [
  { kind: 'none', amount: 0 },
  ...[60, 120, 300].map((amount): Pace => ({ kind: 'soft', amount })),
  ...[1, 2, 3, 7].map((amount): Pace => ({ kind: 'days', amount })),
];

/** The time a decision may take; nothing where it takes as long as it takes. */
export const paceWords = ({ kind, amount }: Pace, language: string): string =>
  kind === 'none'
    ? ''
    : kind === 'days'
      ? unit(amount, 'day', language, 'long')
      : amount % 60
        ? clockFace(amount)
        : unit(amount / 60, 'minute', language, 'long');

const two = (n: number): string => String(n).padStart(2, '0');
const clockFace = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

/** What a clock shows: 4:07 below an hour, then in hours and minutes, then in days and hours. */
export function timeLeft(seconds: number, language: string): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < 3600) return clockFace(left);
  const hours = Math.floor(left / 3600);
  return hours < 24
    ? `${unit(hours, 'hour', language, 'short')} ${unit(Math.floor((left % 3600) / 60), 'minute', language, 'short')}`
    : `${unit(Math.floor(hours / 24), 'day', language, 'short')} ${unit(hours % 24, 'hour', language, 'short')}`;
}
