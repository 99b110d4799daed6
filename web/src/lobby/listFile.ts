/** My games as a file: what this browser remembers of them, to be kept or taken to another browser. Nothing secret is in it. */

import type { MyTable } from '../lib/mine';

const MARK = 'games'; // what `sampan` is in such a file
const MOST_BYTES = 1_000_000;
const MOST_TABLES = 1000;
const MOST_SEATS = 8;

export const written = (list: MyTable[]): string => JSON.stringify({ sampan: MARK, tables: list }, null, 1);

type Shape = Record<string, unknown>;
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isSeat = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_SEATS;
const isList = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.length <= MOST_SEATS && value.every(is);
const isName = (value: unknown): value is string => isText(value, 40);
const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** One game of the list, nothing else that may stand there; nothing if it is none. */
function gameOf(given: unknown): MyTable | null {
  if (!isShape(given)) return null;
  const { table, game, names, at, chairs, also, over, lesson, result } = given;
  const fits =
    isText(table, 12) && /^[\w-]{12}$/.test(table) && isText(game, 20) && /^[a-z]\w*$/.test(game) &&
    isList(names, isName) && isNumber(at) && isList(chairs, isSeat) && chairs.length > 0 && typeof over === 'boolean'; // prettier-ignore
  if (!fits) return null;
  const mine: MyTable = { table, game, names, at, chairs, over };
  if (isList(also, isSeat)) mine.also = also;
  if (lesson === true) mine.lesson = true;
  if (isShape(result) && isList(result.winners, isSeat) && isList(result.scores, isNumber))
    mine.result = { winners: result.winners, scores: result.scores };
  return mine;
}

/** The games of a file that `written` made; nothing if any of it is not as expected. */
export function read(text: string): MyTable[] | null {
  let given: unknown;
  try {
    given = text.length > MOST_BYTES ? null : JSON.parse(text);
  } catch {
    return null;
  }
  if (!isShape(given) || given.sampan !== MARK || !Array.isArray(given.tables)) return null;
  const games = given.tables.length > MOST_TABLES ? [null] : given.tables.map(gameOf);
  return games.every((game) => game !== null) ? games : null;
}

export const fits = (file: File): boolean => file.size <= MOST_BYTES;
