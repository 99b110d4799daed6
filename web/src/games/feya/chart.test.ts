import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { type Message } from '../../lib/words';
import { banks } from './banks';
import { type Afloat, boatsAfloat, origins } from './boats';
import { corners, heading, hexesPath, outline, type Point, R, readChart } from './chart';
import type { FeyaBox, FeyaView } from './shown';

const box = parse(readFileSync('../src/sampan/games/feya/box.toml', 'utf-8')) as unknown as FeyaBox;

/** A hexagon of hexes with so many along each side: seven make 127. */
export function hexagon(n: number): string {
  const rows = Array.from({ length: 2 * n - 1 }, (_, row) => 2 * n - 1 - Math.abs(row - n + 1));
  return rows.map((many, row) => ' '.repeat(2 * Math.abs(row - n + 1)) + Array(many).fill('~').join('   ')).join('\n');
}

const MAPS: [string, string][] = [
  ['the small side', box.maps.small.art],
  ['the large side', box.maps.large.art],
  ['a hexagon of 127', hexagon(7)],
  ['an odd shape', '  ~   S   .   A\n~   p   ~   .   2\n  ~   .   ~   ~'],
];

/** Whether a point lies inside a hex, its edge left out. */
function inside([x, y]: Point, round: Point[]): boolean {
  return round.every(([ax, ay], k) => {
    const [bx, by] = round[(k + 1) % 6];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-6;
  });
}

describe.each(MAPS)('the swamp drawn from %s', (_, art) => {
  const chart = readChart(art);
  const cells = [...chart.cells.values()];

  test('has every hex of the map once, with its token', () => {
    const tokens = art.match(/\S+/g)!.filter((token) => token !== '.');
    expect(cells.map((cell) => cell.token)).toEqual(tokens);
    expect(new Set(cells.map((cell) => cell.name)).size).toBe(tokens.length);
  });

  test('has no two hexes that overlap, and all of them on the drawing', () => {
    const wrong: string[] = [];
    for (const cell of cells) {
      const round = corners(cell.at);
      if (!round.every(([x, y]) => x >= 0 && y >= 0 && x <= chart.width && y <= chart.height))
        wrong.push(`${cell.name} is off the drawing`);
      for (const other of cells) {
        if (other !== cell && [other.at, ...corners(other.at, R - 0.01)].some((point) => inside(point, round)))
          wrong.push(`${cell.name} overlaps ${other.name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('calls hexes neighbours exactly where they share an edge', () => {
    for (const cell of cells) {
      const near = cells
        .filter((other) => other !== cell && Math.hypot(other.at[0] - cell.at[0], other.at[1] - cell.at[1]) < 1.8 * R)
        .map((other) => other.name);
      expect([...chart.beside.get(cell.name)!].sort()).toEqual(near.sort());
    }
  });

  test('has a line around it with every edge that no two hexes share', () => {
    const edges = cells.reduce((sum, cell) => sum + 6 - chart.beside.get(cell.name)!.length, 0);
    expect(outline(chart, chart.cells.keys()).match(/[ML]/g)!.length).toBe(edges);
    expect(hexesPath(chart, ['no such hex'])).toBe('');
  });
});

test('a hexagon of seven a side has 127 hexes', () => expect(readChart(hexagon(7)).cells.size).toBe(127));

test('hexes are named as the rules name them: a gap in a row keeps its place', () => {
  const chart = readChart(box.maps.small.art);
  expect(chart.cells.get('f1')!.token).toBe('D');
  expect(chart.cells.get('a8')!.token).toBe('E');
  expect(chart.cells.get('k8')!.token).toBe('B');
});

describe('a boat', () => {
  const chart = readChart(hexagon(3));
  const view = (...boats: (string | null)[][]): FeyaView =>
    ({ players: boats.map((own, seat) => ({ seat, boats: own })), swamp: { settlements: [] } }) as unknown as FeyaView;
  const [from, to] = ['c2', 'b3'];

  const known = (list: Afloat[]) => new Map(list.map((boat) => [boat.key, boat]));
  const none = new Map<string, string>();
  const moved = (hex: string, boat: string): Message[] => [
    { id: 'feya_log_boat', args: { who: 0, boat: 1, hex: boat } },
    { id: 'feya_log_go', args: { who: 0, boat: 1, hex, number: 1 } },
  ];

  test('points the way it last moved, and keeps pointing there', () => {
    const first = boatsAfloat(view([from, null, null]), chart, none, new Map());
    const second = boatsAfloat(view([to, null, null]), chart, none, known(first));
    expect(second[0].angle).toBeCloseTo(heading(chart.cells.get(from)!.at, chart.cells.get(to)!.at));
    expect(boatsAfloat(view([to, null, null]), chart, none, known(second))[0].angle).toBe(second[0].angle);
  });

  test('points the same way for whoever comes later and reads the log', () => {
    const log = [...moved('c3', 'a1'), ...moved(from, 'c3'), ...moved(to, from)];
    const seen = boatsAfloat(
      view([to, null, null]),
      chart,
      none,
      known(boatsAfloat(view([from, null, null]), chart, none, new Map())),
    );
    const read = boatsAfloat(view([to, null, null]), chart, origins(log), new Map());
    expect(read[0].angle).toBe(seen[0].angle);
    // A move that was taken back leaves it as it came there before.
    const back = boatsAfloat(view([from, null, null]), chart, origins(log), known(seen));
    expect(back[0].angle).toBeCloseTo(heading(chart.cells.get('c3')!.at, chart.cells.get(from)!.at));
  });

  test('lies beside the others in a temple they share', () => {
    const at = boatsAfloat(view(['c3', 'c3', null], ['c3', null, null]), chart, none, new Map()).map(
      (boat) => boat.at[0],
    );
    expect(new Set(at).size).toBe(3);
  });
});

describe.each(MAPS)('the banks of %s', (_, art) => {
  const chart = readChart(art);
  const drawn = (cut: number[], day = false): string =>
    decodeURIComponent(banks(chart, cut, day).replace('data:image/svg+xml,', ''));
  const whole = drawn([0, 0, chart.width, chart.height]);

  test('are one picture that holds every sign it uses, with figures only', () => {
    const held = [...whole.matchAll(/<symbol id="(\w+)"/g)].map((found) => found[1]);
    const used = new Set([...whole.matchAll(/<use href="#(\w+)"/g)].map((found) => found[1]));
    expect(used).toContain('reed');
    expect(held).toEqual(expect.arrayContaining([...used]));
    expect(whole).not.toMatch(/NaN|undefined/);
  });

  test('are lighter by day, and alike in everything else', () => {
    const day = drawn([0, 0, chart.width, chart.height], true);
    expect(day).not.toBe(whole);
    const bare = (drawing: string): string => drawing.replace(/#[0-9a-f]{6}/g, '');
    expect(bare(day)).toBe(bare(whole));
  });

  test('are the same each time, and only cut where a part is shown', () => {
    expect(drawn([0, 0, chart.width, chart.height])).toBe(whole);
    expect(drawn([10, 20, 300, 200]).replace('viewBox="10 20 300 200" width="300" height="200"', '')).toBe(
      whole.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, ''),
    );
  });
});
