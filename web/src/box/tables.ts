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

/** The place that such a name means. */
export const pathOf = (name: string): Path =>
  (name.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));

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

/** A single figure of a box: a number, a word, or the hexes of a drawing. */
interface Leaf {
  path: Path;
  texts: string[];
}
/** The single figures in a value; notes on where they come from are none. */
export function leaves(value: Value | undefined, path: Path = []): Leaf[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((inner, k) => leaves(inner, [...path, k]));
  if (isTable(value))
    return Object.entries(value).flatMap(([key, inner]) => (key === SOURCE ? [] : leaves(inner, [...path, key])));
  return [{ path, texts: isDrawing(value) ? tokens(value) : [String(value)] }];
}

/** How many figures of one are not as in the other. */
const differing = (here: string[], there: string[]): number =>
  there.reduce((many, figure, k) => many + Number(here[k] !== figure), 0);

/** Where a figure comes from: what the nearest table around it says, of all of itself or of this part. */
export function sourceOf(tables: Tables, path: Path): string {
  let [source, at]: [Value | undefined, number] = [undefined, 0];
  let inner: Value | undefined = tables;
  path.forEach((key, k) => {
    if (isTable(inner) && inner[SOURCE] !== undefined) [source, at] = [inner[SOURCE], k];
    inner = Array.isArray(inner) ? inner[key as number] : isTable(inner) ? inner[key] : undefined;
  });
  if (!isTable(source)) return typeof source === 'string' ? source : '';
  const within = path.slice(at);
  const told = within.map((_, k) => named(within.slice(0, within.length - k)));
  return String(
    Object.entries(source).find(([key]) => key === told.find((one) => one in (source as object)))?.[1] ?? '',
  );
}

/** The tables some of whose figures are stand-ins as the box is shipped, by their paths. */
export function standIns(value: Value, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((inner, k) => standIns(inner, [...path, k]));
  if (!isTable(value)) return [];
  const source = value[SOURCE];
  if (source === OURS || (isTable(source) && Object.values(source).includes(OURS))) return [path];
  return Object.entries(value).flatMap(([key, inner]) => standIns(inner, [...path, key]));
}

export interface Entered {
  done: number;
  all: number;
}
/** How many of the shipped stand-ins are entered: those that somebody has said are as printed, and those changed. */
export function entered(shipped: Tables, here: Tables, within: Path[] = []): Entered {
  let [done, all] = [0, 0];
  for (const { path, texts } of leaves(shipped)) {
    if (within.length && !within.some((one) => one.every((key, k) => path[k] === key))) continue;
    if (sourceOf(shipped, path) !== OURS) continue;
    all += texts.length;
    const mine = at(here, path);
    const now = mine === undefined ? [] : leaves(mine).flatMap((leaf) => leaf.texts);
    done += sourceOf(here, path) === OURS ? Math.min(texts.length, differing(now, texts)) : texts.length;
  }
  return { done, all };
}
/** Whether somebody has said of a table that its figures are the printed ones. */
export const isEntered = (table: Value | undefined): boolean => isTable(table) && table[SOURCE] === ENTERED;
/** Say of a table that its figures are the printed ones, or that they are as they were shipped. */
export const confirmed = (tables: Tables, shipped: Tables, path: Path, is: boolean): Tables =>
  put(tables, [...path, SOURCE], is ? ENTERED : at(shipped, [...path, SOURCE])) as Tables;

/** A key as words, where nobody has written any: `start_koku_by_turn` is "start koku by turn". */
export const spelled = (key: string): string => key.replace(/_/g, ' ');
