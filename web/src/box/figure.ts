/** The number in a printed figure: what the figure is, the end of a text, or the only amount there is. */

import { type EntryWords, labelOf } from './entry';
import { at, type Path, type Schema, type Tables, type Value } from './tables';

export interface Numbered {
  path: Path; // of what changes with it
  n: number | null; // null where what stands there is none
  least: number;
  most: number;
  with: (n: number) => Value;
}

export const schemaAt = (schema: Schema, path: Path): Schema =>
  path.reduce<Schema>((inner, key) => inner.properties?.[key] ?? inner.items ?? {}, schema);

const MOST = 999;

/** The number that is changed by typing digits where a figure is printed; null where there is none, or more than one. */
export function numbered(tables: Tables, root: Schema, path: Path): Numbered | null {
  const [value, schema] = [at(tables, path), schemaAt(root, path)];
  if (schema.type === 'integer')
    return {
      path,
      n: typeof value === 'number' ? value : null,
      least: schema.minimum ?? 0,
      most: schema.maximum ?? MOST,
      with: (n) => n,
    };
  if (schema.type === 'string' && !schema.enum && typeof value === 'string') {
    const [, before, digits] = value.match(/^(.*?\D)(\d+)$/) ?? [];
    if (digits) return { path, n: Number(digits), least: 0, most: MOST, with: (n) => before + n };
  }
  if (schema.type === 'object' && typeof value === 'object' && !Array.isArray(value)) {
    const [only, ...others] = Object.keys(value);
    if (only !== undefined && !others.length) return numbered(tables, root, [...path, only]);
  }
  return null;
}

/** A number some steps on, within what may stand there. */
export const stepped = ({ n, least, most }: Numbered, by: number): number =>
  n === null ? least : Math.min(most, Math.max(least, n + by));

/** Where a figure stands, in words: "Guide 3: range". */
export function whereWords(words: EntryWords, path: Path): string {
  const parts: string[] = [];
  path.forEach((key, k) => {
    if (typeof key === 'number' && parts.length) parts[parts.length - 1] += ` ${key + 1}`;
    else if (typeof key === 'string') parts.push(labelOf(words, path.slice(0, k + 1)));
  });
  return parts.join(': ');
}

/** The drawn figure that has a field, or the nearest one that it is a part of. */
export const figureAt = (within: HTMLElement, where: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>('[data-figure]')]
    .filter((one) => where.startsWith(one.dataset.figure!))
    .sort((a, b) => b.dataset.figure!.length - a.dataset.figure!.length)[0];
