/** How a game's box is entered: steps in the order of the printed pieces, and what fields are called, as its folder says. */

import { word } from '../lib/words';
import type { Path, Tables } from './tables';
import { spelled } from './tables';

export interface Step {
  id: string;
  fields: Path[];
}
export interface EntryWords {
  steps: Record<string, { title: string; text: string }>;
  fields: Record<string, string>; // by the last keys of the path without places in lists; `=ID` is a message of the game
}
export interface Entry {
  steps: Step[];
  words: EntryWords;
}

const orders = import.meta.glob<{ id: string; fields: string[] }[]>('../../../src/sampan/games/*/entry/steps.json', {
  import: 'default',
});
const texts = import.meta.glob<EntryWords>('../../../src/sampan/games/*/entry/??.json', { import: 'default' });
const folder = (game: string): string => `../../../src/sampan/games/${game}/entry`;

/** The steps of a game, each with whatever of the box it is about; what no step names comes last, table by table. */
export async function readEntry(game: string, language: string, tables: Tables): Promise<Entry> {
  const [order, words] = await Promise.all([
    orders[`${folder(game)}/steps.json`]?.() ?? Promise.resolve([]),
    texts[`${folder(game)}/${language}.json`]?.() ?? Promise.resolve({ steps: {}, fields: {} }),
  ]);
  return { steps: stepsOf(order, tables), words };
}

export function stepsOf(order: { id: string; fields: string[] }[], tables: Tables): Step[] {
  const steps = order.map(({ id, fields }) => ({ id, fields: fields.map((field): Path => field.split('.')) }));
  const taken = new Set(steps.flatMap(({ fields }) => fields.map(([first]) => first)));
  const loose = Object.keys(tables).filter((key) => !taken.has(key));
  const isLarge = (key: string): boolean => Object.values(tables[key]).some((inner) => typeof inner === 'object');
  const isTable = (key: string): boolean => typeof tables[key] === 'object' && !Array.isArray(tables[key]);
  const large = loose.filter((key) => isTable(key) || isLarge(key));
  const single = loose.filter((key) => !large.includes(key));
  return [
    ...steps,
    ...large.map((key) => ({ id: key, fields: [[key]] })),
    ...(single.length ? [{ id: 'rest', fields: single.map((key) => [key]) }] : []),
  ];
}

/** What a field is called: by its path, by its key, else its key spelled out. */
export function labelOf(words: EntryWords, path: Path): string {
  const keys = path.filter((key) => typeof key === 'string');
  for (let from = 0; from < keys.length; from++) {
    const found = words.fields[keys.slice(from).join('.')];
    if (found) return found.startsWith('=') ? word(found.slice(1)) : found;
  }
  return spelled(String(keys.at(-1) ?? ''));
}
