/** How long ago something was, in words of the language of the moment. */

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(at: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = Math.max(0, now - at);
  const [unit, seconds] = STEPS.find(([, least]) => passed >= least) ?? ['second', 1];
  return words.format(unit === 'second' ? 0 : -Math.floor(passed / seconds), unit);
}
