/** Where everything on the river board lies, worked out from the box alone: no picture is measured by hand. */

import type { Shapes } from '../../lib/api';

export type Point = [number, number];

export type RiverBox = Pick<Shapes['RiverBox'], 'river' | 'shore'>;

/** How large the parts are, and whether the river runs across the screen or down it. */
export interface Frame {
  across: boolean;
  length: number; // of the whole river
  river: number; // bank to bank
  shore: number; // depth of a shore space
  wave: number; // how far the river swings to either side
}

export interface Shore {
  id: number;
  region: number;
  bank: 'left' | 'right';
  polygon: Point[];
  centre: Point;
  width: number;
  height: number;
}

export interface Pane {
  id: number;
  polygon: Point[];
  centre: Point;
  label: Point;
  /** The middle of the pane on the way from the left bank (0) to the right one (1), with its width there. */
  across: (t: number) => { at: Point; width: number };
}

export interface Region {
  id: number;
  polygons: Point[][];
}

export interface Board {
  width: number;
  height: number;
  shores: Map<number, Shore>;
  panes: Map<number, Pane>;
  regions: Region[];
  banks: Point[][];
}

const STEPS = 10; // points along a curve
/** A shore beside three river spaces is longer than one beside a single one, so that the river's panes lean less; the
    shortest is still as long as a finger is wide on the smallest tablet (1024x768, where the board has 720 px). */
const LENGTHS = [0, 0.92, 1, 1.13];
/** Where the panes' borders meet a shore space, by how many there are. */
const BORDERS: number[][] = [[], [0.5], [0.25, 0.75]];

interface Bank {
  shores: { id: number; region: number; from: number; to: number }[];
  borders: number[]; // where each pane begins, and where the last one ends
}

/** One bank as a line from 0 to `length`: its shore spaces in downstream order and the panes' borders on it. */
function bank(box: RiverBox, side: string, length: number): Bank {
  const spaces = box.shore.spaces
    .filter((space) => space.bank === side)
    .sort((a, b) => a.rivers[0] - b.rivers[0] || a.rivers.length - b.rivers.length || a.id - b.id);
  ordered(spaces);
  const unit = length / spaces.reduce((sum, space) => sum + LENGTHS[space.rivers.length], 0);
  const found: Bank = { shores: [], borders: [0] };
  let at = 0;
  for (const space of spaces) {
    const long = LENGTHS[space.rivers.length] * unit;
    found.shores.push({ id: space.id, region: space.region, from: at, to: at + long });
    for (const border of BORDERS[space.rivers.length - 1]) found.borders.push(at + border * long);
    at += long;
  }
  found.borders.push(length);
  return found;
}

/** Shores that begin beside the same river space: the one reaching further downstream comes later. */
function ordered(spaces: { id: number; rivers: number[] }[]): void {
  spaces.sort(
    (a, b) => a.rivers[0] - b.rivers[0] || a.rivers[a.rivers.length - 1] - b.rivers[b.rivers.length - 1] || a.id - b.id,
  );
}

/** A border leaves both banks straight and swings over in between. */
const ease = (t: number): number => t * t * (3 - 2 * t);

export function layOut(box: RiverBox, frame: Frame): Board {
  const deep = frame.shore * 2 + frame.river + frame.wave * 2;
  const middle = deep / 2;
  const swing = (along: number): number => frame.wave * Math.sin((along / frame.length) * Math.PI * 3 + 0.4);
  const place = (along: number, off: number): Point => {
    const side = middle + swing(along) + off;
    return frame.across ? [along, side] : [deep - side, along];
  };
  const half = frame.river / 2;
  const line = (from: number, to: number, off: number): Point[] =>
    Array.from({ length: STEPS + 1 }, (_, k) => place(from + ((to - from) * k) / STEPS, off));
  const left = bank(box, 'left', frame.length);
  const right = bank(box, 'right', frame.length);

  const shores = new Map<number, Shore>();
  for (const [side, edge, name] of [
    [left, -1, 'left'],
    [right, 1, 'right'],
  ] as const) {
    for (const { id, region, from, to } of side.shores) {
      const near = line(from, to, edge * half);
      const far = line(to, from, edge * (half + frame.shore));
      const centre = place((from + to) / 2, edge * (half + frame.shore / 2));
      const [width, height] = frame.across ? [to - from, frame.shore] : [frame.shore, to - from];
      shores.set(id, { id, region, bank: name, polygon: [...near, ...far], centre, width, height });
    }
  }

  const panes = new Map<number, Pane>();
  const border = (k: number, t: number): number => left.borders[k] + (right.borders[k] - left.borders[k]) * ease(t);
  const cross = (k: number): Point[] =>
    Array.from({ length: STEPS + 1 }, (_, n) => place(border(k, n / STEPS), -half + (frame.river * n) / STEPS));
  box.river.spaces.forEach(({ id }, k) => {
    const polygon = [
      ...line(left.borders[k], left.borders[k + 1], -half),
      ...cross(k + 1),
      ...line(right.borders[k + 1], right.borders[k], half),
      ...cross(k).reverse(),
    ];
    const middleAt = (t: number) => {
      const [from, to] = [border(k, t), border(k + 1, t)];
      return { at: place((from + to) / 2, -half + frame.river * t), width: to - from };
    };
    // The number stands where the pane is widest, near that bank.
    const label = middleAt(
      left.borders[k + 1] - left.borders[k] > right.borders[k + 1] - right.borders[k] ? 0.14 : 0.86,
    ).at;
    panes.set(id, { id, polygon, centre: middleAt(0.5).at, label, across: middleAt });
  });

  const regions = [...new Set(box.shore.spaces.map((space) => space.region))].map((id) => ({
    id,
    polygons: [left, right].map((side, which) => {
      const inside = side.shores.filter((shore) => shore.region === id);
      const [from, to] = [inside[0].from, inside[inside.length - 1].to];
      const edge = which === 0 ? -1 : 1;
      return [...line(from, to, edge * half), ...line(to, from, edge * (half + frame.shore + frame.wave))];
    }),
  }));
  const banks = [line(0, frame.length, -half), line(0, frame.length, half)];
  const [width, height] = frame.across ? [frame.length, deep] : [deep, frame.length];
  return { width, height, shores, panes, regions, banks };
}

/** The length of the border two polygons share, walked along the first one's edge. */
export function sharedBorder(a: Point[], b: Point[]): number {
  let shared = 0;
  a.forEach((from, k) => {
    const to = a[(k + 1) % a.length];
    const parts = 8;
    for (let n = 0; n < parts; n++) {
      const at = (n + 0.5) / parts;
      const point: Point = [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at];
      if (distanceTo(b, point) < 0.3) shared += Math.hypot(to[0] - from[0], to[1] - from[1]) / parts;
    }
  });
  return shared;
}

function distanceTo(polygon: Point[], [x, y]: Point): number {
  let least = Infinity;
  polygon.forEach(([ax, ay], k) => {
    const [bx, by] = polygon[(k + 1) % polygon.length];
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = long === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  });
  return least;
}

/** Places for so many ships in one pane, spread along it. */
export function berths(pane: Pane, count: number): Point[] {
  const columns = count > 3 ? 2 : 1;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / columns);
    const { at, width } = pane.across(rows === 1 ? 0.5 : 0.2 + (0.6 * row) / (rows - 1));
    const shift = columns === 1 ? 0 : (k % 2 === 0 ? -1 : 1) * Math.min(16, width * 0.24);
    return [at[0] + shift, at[1]];
  });
}

/** The way downstream from one pane to another, in unbroken pieces: whoever leaves the last pane comes in at the first. */
export function course(board: Board, from: number, to: number): Point[][] {
  const last = board.panes.size;
  const found: Point[][] = [[]];
  for (let space = from; ; space = (space % last) + 1) {
    if (space === 1 && found[0].length > 0) found.push([]);
    found[found.length - 1].push(board.panes.get(space)!.centre);
    if (space === to) return found;
  }
}

export const path = (polygon: Point[], closed = true): string =>
  'M' + polygon.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L') + (closed ? 'Z' : '');
