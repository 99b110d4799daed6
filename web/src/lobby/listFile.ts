/** My games and what became of puzzles as a file: what this browser remembers of them, to be kept or taken to another browser.
    Nothing secret is in it. */

import type { MyTable, Outcome, ReviewNote } from '../lib/mine';
import { type AllResults, resultsIn } from '../puzzles/results';

const MARK = 'games'; // what `sampan` is in such a file
const MOST_BYTES = 1_000_000;
const MOST_TABLES = 1000;
const MOST_SEATS = 8;

export const written = (list: MyTable[], puzzles: AllResults = {}): string =>
  JSON.stringify({ sampan: MARK, tables: list, puzzles }, null, 1);

type Shape = Record<string, unknown>;
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isSeat = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_SEATS;
const isList = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.length <= MOST_SEATS && value.every(is);
const isName = (value: unknown): value is string => isText(value, 40);
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isBot = (value: unknown): value is string | null => value === null || isText(value, 40);
/** Numbers by short names. */
const isFigures = (value: unknown): value is Record<string, number> =>
  isShape(value) &&
  Object.keys(value).length <= 40 &&
  Object.entries(value).every(([name, number]) => /^\w{1,30}$/.test(name) && isNumber(number));

/** One game of the list, nothing else that may stand there; nothing if it is none. */
function gameOf(given: unknown): MyTable | null {
  if (!isShape(given)) return null;
  const { table, game, names, at, chairs, also, over, lesson, result, reviews } = given;
  const fits =
    isText(table, 12) && /^[\w-]{12}$/.test(table) && isText(game, 20) && /^[a-z]\w*$/.test(game) &&
    isList(names, isName) && isNumber(at) && isList(chairs, isSeat) && chairs.length > 0 && typeof over === 'boolean'; // prettier-ignore
  if (!fits) return null;
  const mine: MyTable = { table, game, names, at, chairs, over };
  if (isList(also, isSeat)) mine.also = also;
  if (lesson === true) mine.lesson = true;
  if (isShape(result)) mine.result = outcomeOf(result);
  if (isShape(reviews)) mine.reviews = reviewsOf(reviews);
  return mine;
}

/** How a game ended; what is not as expected is left out. */
function outcomeOf({ winners, scores, sheet, bots }: Shape): Outcome | undefined {
  if (!isList(winners, isSeat) || !isList(scores, isNumber)) return undefined;
  const found: Outcome = { winners, scores };
  if (isList(sheet, isFigures)) found.sheet = sheet;
  if (isList(bots, isBot)) found.bots = bots;
  return found;
}

/** What reviews said, seat by seat. */
function reviewsOf(given: Shape): Record<number, ReviewNote> {
  const found: Record<number, ReviewNote> = {};
  for (const [seat, note] of Object.entries(given).slice(0, MOST_SEATS)) {
    if (!isSeat(Number(seat)) || !isShape(note)) continue;
    const { accuracy, luck, mistakes, kinds } = note;
    if (isNumber(accuracy) && isNumber(luck) && isFigures(mistakes) && isFigures(kinds))
      found[Number(seat)] = { accuracy, luck, mistakes, kinds };
  }
  return found;
}

/** What is in a file that `written` made, or made before there were puzzles; nothing if any of it is not as expected. */
export function read(text: string): { tables: MyTable[]; puzzles: AllResults } | null {
  let given: unknown;
  try {
    given = text.length > MOST_BYTES ? null : JSON.parse(text);
  } catch {
    return null;
  }
  if (!isShape(given) || given.sampan !== MARK || !Array.isArray(given.tables)) return null;
  const games = given.tables.length > MOST_TABLES ? [null] : given.tables.map(gameOf);
  const puzzles = resultsIn(given.puzzles ?? {});
  return puzzles && games.every((game) => game !== null) ? { tables: games, puzzles } : null;
}

export const fits = (file: File): boolean => file.size <= MOST_BYTES;
