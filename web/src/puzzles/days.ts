/** The puzzle of the day, and days in a row: worked out from the date alone, the same for everybody who has that date. */

/** A date as it is kept, `2026-11-18`: the one on this device's calendar. */
export const dayOf = (when: Date): string =>
  [when.getFullYear(), when.getMonth() + 1, when.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const MS = 86_400_000;
/** Days since 1970; hours that clocks are put forward or back do not matter. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS;
const dayNumber = (n: number): string => new Date(n * MS).toISOString().slice(0, 10);
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(numberOf(text)) && dayNumber(numberOf(text)) === text;

/** A number that tells texts apart and says nothing of them (FNV-1a, stirred). */
function stirred(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  return (sum ^ (sum >>> 13)) >>> 0;
}

/** Which of the puzzles is the day's: all of them come in a shuffled order, each once before any comes again. */
export function puzzleOf(day: string, game: string, ids: string[]): string | null {
  if (!ids.length) return null;
  const order = ids.map((id) => ({ id, by: stirred(`${game} ${id}`) }));
  order.sort((a, b) => a.by - b.by || (a.id < b.id ? -1 : 1));
  return order[numberOf(day) % order.length].id;
}

/** Days in a row up to today; today may still be to come. */
export function streakOf(solved: Iterable<string>, today: string): number {
  const days = new Set(solved);
  let n = numberOf(today);
  if (!days.has(today)) n--;
  let count = 0;
  while (days.has(dayNumber(n - count))) count++;
  return count;
}

/** The most days in a row there ever were. */
export function longestOf(solved: Iterable<string>): number {
  const numbers = [...new Set(solved)].map(numberOf).sort((a, b) => a - b);
  let [best, run] = [0, 0];
  numbers.forEach((n, k) => {
    run = k && n === numbers[k - 1] + 1 ? run + 1 : 1;
    best = Math.max(best, run);
  });
  return best;
}
