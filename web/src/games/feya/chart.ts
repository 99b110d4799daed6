/** The swamp as the box draws it: text in, hexes on a plane out. Any map a box may hold draws itself. */

export type Point = [number, number];

export interface Cell {
  name: string; // row letter and place in the row, as the rules call it
  row: number;
  token: string;
  at: Point; // its centre
}

export interface Chart {
  cells: Map<string, Cell>;
  beside: Map<string, string[]>;
  width: number;
  height: number;
}

/** The radius of a hex; the drawing is scaled to its place anyway. */
export const R = 30;
const WIDE = Math.sqrt(3) * R;
const DEEP = 1.5 * R;
const STEP = 4; // columns of text between two hexes of a row
const OUTSIDE = '.';
/** Room around the swamp for its banks. */
export const BANK = 0.62 * R;

export function readChart(art: string): Chart {
  const lines = art.split('\n').filter((line) => line.trim());
  const found = lines.map((line) =>
    [...line.matchAll(/\S+/g)].map((token) => ({ column: token.index, token: token[0] })),
  );
  const first = Math.min(...found.flat().map(({ column }) => column));
  const cells = new Map<string, Cell>();
  const columns = new Map<string, string>();
  found.forEach((row, number) => {
    for (const { column, token } of row) {
      if (token === OUTSIDE) continue;
      const name = `${String.fromCharCode(97 + number)}${Math.floor((column - first) / STEP) + 1}`;
      cells.set(name, { name, row: number, token, at: [((column - first) / STEP) * WIDE, number * DEEP] });
      columns.set(`${number} ${column}`, name);
    }
  });
  const beside = new Map<string, string[]>();
  found.forEach((row, number) => {
    for (const { column, token } of row) {
      if (token === OUTSIDE) continue;
      const around = [
        [0, 4],
        [1, 2],
        [1, -2],
        [0, -4],
        [-1, -2],
        [-1, 2],
      ].map(([down, right]) => columns.get(`${number + down} ${column + right}`));
      beside.set(
        columns.get(`${number} ${column}`)!,
        around.filter((name) => name !== undefined),
      );
    }
  });
  return placed(cells, beside);
}

/** Move everything so that the drawing begins at (0, 0), banks included. */
function placed(cells: Map<string, Cell>, beside: Map<string, string[]>): Chart {
  const all = [...cells.values()];
  const left = Math.min(...all.map((cell) => cell.at[0])) - WIDE / 2 - BANK;
  const top = Math.min(...all.map((cell) => cell.at[1])) - R - BANK;
  for (const cell of all) cell.at = [cell.at[0] - left, cell.at[1] - top];
  const width = Math.max(...all.map((cell) => cell.at[0])) + WIDE / 2 + BANK;
  const height = Math.max(...all.map((cell) => cell.at[1])) + R + BANK;
  return { cells, beside, width, height };
}

/** The six corners of a hex, from the lower right one round; a little smaller or larger where asked. */
export const corners = ([x, y]: Point, r = R): Point[] =>
  Array.from({ length: 6 }, (_, k) => {
    const angle = ((30 + 60 * k) * Math.PI) / 180;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });

const text = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
export const hexPath = (at: Point, r = R): string => `M${corners(at, r).map(text).join('L')}Z`;
/** Many hexes as one path: quick to draw, quick to throw away. */
export const hexesPath = (chart: Chart, names: Iterable<string>, r = R): string => {
  let path = '';
  for (const name of names) {
    const cell = chart.cells.get(name);
    if (cell) path += hexPath(cell.at, r);
  }
  return path;
};

/** The line around a set of hexes: every edge that has the set on one side only, joined end to end. */
export function outline(chart: Chart, names: Iterable<string>): string {
  const edges = new Map<string, { from: Point; to: Point }[]>();
  const key = ([x, y]: Point): string => `${Math.round(x * 4)},${Math.round(y * 4)}`;
  const open = new Map<string, { from: Point; to: Point }>();
  for (const name of names) {
    const round = corners(chart.cells.get(name)!.at);
    round.forEach((from, k) => {
      const to = round[(k + 1) % 6];
      const back = `${key(to)} ${key(from)}`;
      if (open.has(back)) open.delete(back);
      else open.set(`${key(from)} ${key(to)}`, { from, to });
    });
  }
  for (const edge of open.values()) edges.set(key(edge.from), [...(edges.get(key(edge.from)) ?? []), edge]);
  let path = '';
  while (edges.size) {
    const start = edges.values().next().value![0];
    let at = start;
    const line = [start.from];
    for (;;) {
      const here = edges.get(key(at.from))!;
      if (here.length > 1)
        edges.set(
          key(at.from),
          here.filter((edge) => edge !== at),
        );
      else edges.delete(key(at.from));
      const next = edges.get(key(at.to));
      if (!next) break;
      line.push(at.to);
      at = next[0];
    }
    path += `M${line.map(text).join('L')}Z`;
  }
  return path;
}

/** Which way a boat points that went from one hex to another, in degrees; a boat that has not moved looks east. */
export const heading = (from: Point, to: Point): number =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** A number that is always the same for the same name: for things that should look scattered but never jump. */
export function chance(name: string, salt: number): number {
  let seed = salt * 7919 + 17;
  for (const letter of name) seed = (seed * 31 + letter.charCodeAt(0)) % 100003;
  return ((seed * 48271) % 65537) / 65537;
}
