/** The tables of a box as data: places in them, changes, what is a stand-in and how much of that has been entered. */

export type Value = string | number | boolean | Value[] | { [key: string]: Value };
export type Tables = Record<string, Value>;
export type Path = (string | number)[];

export interface Schema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

export const SOURCE = 'source';
const [OURS, ENTERED] = ['reconstructed', 'printed'];

/** As the server names a field: `maps.small.art`, `guides[2].range`. */
export const named = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

const isTable = (value: unknown): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function at(value: Value | undefined, path: Path): Value | undefined {
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isTable(value) && typeof key === 'string') value = value[key];
    else return undefined;
  }
  return value;
}

/** The same with another value there; `undefined` takes it away. All else stays the very same. */
export function put(value: Value, [key, ...rest]: Path, other: Value | undefined): Value {
  if (key === undefined) return other!;
  if (Array.isArray(value)) {
    const entries = [...value];
    if (rest.length === 0 && other === undefined) entries.splice(key as number, 1);
    else entries[key as number] = rest.length ? put(entries[key as number], rest, other) : other!;
    return entries;
  }
  const table = { ...(value as { [key: string]: Value }) };
  if (rest.length === 0 && other === undefined) delete table[key];
  else table[key] = rest.length ? put(table[key], rest, other) : other!;
  return table;
}

/** What a new entry begins with: the smallest of its shape. */
export function blank(schema: Schema): Value {
  switch (schema.type) {
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => blank(schema.items ?? {}));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, inner]) => [key, blank(inner)]),
      );
  }
  return schema.enum?.[0] ?? '';
}

/** A schema for a value of a game that declares none. */
export function schemaOf(value: Value): Schema {
  if (Array.isArray(value))
    return { type: 'array', items: value.length ? schemaOf(value[0]) : {}, minItems: 0, maxItems: 99 };
  if (isTable(value))
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)])),
      required: Object.keys(value),
    };
  return { type: typeof value === 'number' ? 'integer' : typeof value === 'boolean' ? 'boolean' : 'string' };
}

export const isDrawing = (value: Value | undefined): value is string =>
  typeof value === 'string' && value.trim().includes('\n');
const tokens = (drawing: string): string[] => drawing.split(/\s+/).filter((token) => token && token !== '.');

/** The single figures in a value: numbers, words, and each hex of a drawing. */
export function figures(value: Value | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(figures);
  if (isTable(value)) return Object.entries(value).flatMap(([key, inner]) => (key === SOURCE ? [] : figures(inner)));
  return isDrawing(value) ? tokens(value) : [String(value)];
}

/** How many figures of one are not as in the other. */
const differing = (here: string[], there: string[]): number =>
  there.reduce((many, figure, k) => many + Number(here[k] !== figure), 0);

/** The tables of a box whose figures are stand-ins as it is shipped, by their paths. */
export function standIns(value: Value, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((inner, k) => standIns(inner, [...path, k]));
  if (!isTable(value)) return [];
  if (value[SOURCE] === OURS) return [path];
  return Object.entries(value).flatMap(([key, inner]) => standIns(inner, [...path, key]));
}

export interface Entered {
  done: number;
  all: number;
}
/** How many of the shipped stand-ins are entered: those in tables that somebody has said are as printed, and those changed. */
export function entered(shipped: Tables, here: Tables, within: Path[] = []): Entered {
  let [done, all] = [0, 0];
  for (const path of standIns(shipped)) {
    if (within.length && !within.some((one) => one.every((key, k) => path[k] === key))) continue;
    const there = figures(at(shipped, path));
    all += there.length;
    const table = at(here, path);
    done += isEntered(table) ? there.length : Math.min(there.length, differing(figures(table), there));
  }
  return { done, all };
}
export const isEntered = (table: Value | undefined): boolean => isTable(table) && table[SOURCE] !== OURS;
/** Say of a table that its figures are the printed ones, or are not. */
export const confirmed = (tables: Tables, path: Path, is: boolean): Tables =>
  put(tables, [...path, SOURCE], is ? ENTERED : OURS) as Tables;

/** A key as words, where nobody has written any: `start_koku_by_turn` is "start koku by turn". */
export const spelled = (key: string): string => key.replace(/_/g, ' ');
