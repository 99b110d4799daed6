/** A map while it is painted: hexes by place, to and from the text of the box; a place is doubled columns and rows. */

export interface Spot {
  x: number; // in halves of a hex
  y: number;
}
export type Drawing = Map<string, string>; // tokens by place; what is not in it is no part of the swamp

export const OUTSIDE = '.';
export const placeOf = ({ x, y }: Spot): string => `${x},${y}`;
export const spotOf = (place: string): Spot => {
  const [x, y] = place.split(',').map(Number);
  return { x, y };
};
const STEP = 2; // characters of text for half a hex

export function readDrawing(art: string): Drawing {
  const found: Drawing = new Map();
  const lines = art.split('\n').filter((line) => line.trim());
  const odd = Math.round((lines[0]?.search(/\S/) ?? 0) / STEP) & 1; // every place has an even sum, which turning needs
  lines.forEach((line, y) => {
    for (const token of line.matchAll(/\S+/g)) {
      const x = Math.round(token.index / STEP) + odd;
      if (token[0] !== OUTSIDE) found.set(placeOf({ x, y }), token[0]);
    }
  });
  return found;
}

/** The text of a map; where a row has a gap, a token for what is outside. */
export function writeDrawing(drawing: Drawing): string {
  const spots = [...drawing.keys()].map(spotOf);
  if (!spots.length) return '\n';
  const [left, top] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const odd = (spots[0].x + spots[0].y) & 1;
  const lines: string[] = [];
  for (let y = top; y <= Math.max(...spots.map((spot) => spot.y)); y++) {
    const row = spots.filter((spot) => spot.y === y).map(({ x }) => x);
    // A row without a hex still has its place, or the rows below would shift.
    const [from, to] = row.length ? [Math.min(...row), Math.max(...row)] : Array(2).fill(left + ((left + y + odd) & 1));
    let line = '';
    for (let x = from; x <= to; x += 2)
      line = line.padEnd((x - left) * STEP) + (drawing.get(placeOf({ x, y })) ?? OUTSIDE);
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

const moved = (drawing: Drawing, to: (spot: Spot) => Spot): Drawing =>
  new Map([...drawing].map(([place, token]) => [placeOf(to(spotOf(place))), token]));
export const mirrored = (drawing: Drawing): Drawing => moved(drawing, ({ x, y }) => ({ x: -x, y }));
/** By a sixth of a full turn. */
export const rotated = (drawing: Drawing): Drawing =>
  moved(drawing, ({ x, y }) => {
    const q = (x - y) / 2;
    return { x: -2 * y + (q + y), y: q + y };
  });

/** The six places round another. */
export const around = ({ x, y }: Spot): Spot[] => [
  { x: x + 2, y },
  { x: x + 1, y: y + 1 },
  { x: x - 1, y: y + 1 },
  { x: x - 2, y },
  { x: x - 1, y: y - 1 },
  { x: x + 1, y: y - 1 },
];
/** The places round a map, where it may grow. */
export function rim(drawing: Drawing): Spot[] {
  const found = new Map<string, Spot>();
  for (const place of drawing.keys())
    for (const spot of around(spotOf(place))) if (!drawing.has(placeOf(spot))) found.set(placeOf(spot), spot);
  return [...found.values()];
}
/** How many places the rules have for a map: rows times the widest row, which both sides of the board share, and one. */
export const PLACES = 192;
const LEAST_WIDE = 8;
const extent = (all: number[]): number => (all.length ? Math.max(...all) - Math.min(...all) : 0);
const sizeOf = (drawing: Drawing): { rows: number; wide: number } => {
  const spots = [...drawing.keys()].map(spotOf);
  return { rows: extent(spots.map(({ y }) => y)) + 1, wide: (extent(spots.map(({ x }) => x)) >> 1) + 2 };
};
/** How many places too many two maps need, the larger of them. */
export function tooMany(drawing: Drawing, other: Drawing): number {
  const [here, there] = [sizeOf(drawing), sizeOf(other)];
  return Math.max(here.rows, there.rows) * Math.max(here.wide, there.wide, LEAST_WIDE) - PLACES;
}

/** Letters a hex is called by in faults and on the board: row and place in the row. */
export function nameOf({ x, y }: Spot, drawing: Drawing): string {
  const spots = [...drawing.keys()].map(spotOf);
  const [left, top] = [Math.min(...spots.map((one) => one.x)), Math.min(...spots.map((one) => one.y))];
  return `${String.fromCharCode(97 + Math.max(0, y - top))}${Math.floor((x - left) / 2) + 1}`;
}
