import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { berths, type Frame, layOut, type RiverBox, sharedBorder } from './geometry';

const box = parse(readFileSync('../src/sampan/games/river/box.toml', 'utf-8')) as unknown as RiverBox;

const frames: [string, Frame][] = [
  ['across a screen', { across: true, length: 990, river: 92, shore: 100, wave: 8 }],
  ['down a phone', { across: false, length: 950, river: 92, shore: 140, wave: 6 }],
];

describe.each(frames)('the board %s', (_, frame) => {
  const board = layOut(box, frame);

  test.each(box.river.spaces)('river pane $id touches exactly its four shores', ({ id, shores }) => {
    const pane = board.panes.get(id)!;
    const touching = [...board.shores.values()].filter((shore) => sharedBorder(pane.polygon, shore.polygon) > 6);
    expect(touching.map((shore) => shore.id).sort((a, b) => a - b)).toEqual(shores);
    const grazing = [...board.shores.values()].filter(
      (shore) => !shores.includes(shore.id) && sharedBorder(pane.polygon, shore.polygon) > 1.5,
    );
    expect(grazing).toEqual([]);
  });

  test('a shore space touches the river spaces the box names, and no other', () => {
    for (const space of box.shore.spaces) {
      const shore = board.shores.get(space.id)!;
      const beside = [...board.panes.values()].filter((pane) => sharedBorder(pane.polygon, shore.polygon) > 6);
      expect(beside.map((pane) => pane.id)).toEqual(space.rivers);
    }
  });

  test('every shore space is a target a thumb can hit, up to its neighbours', () => {
    const scale = frame.across ? 720 / 990 : 320 / board.width; // the smallest tablet's, the smallest phone's
    for (const { polygon } of board.shores.values()) {
      const [xs, ys] = [0, 1].map((n) => polygon.map((point) => point[n]));
      for (const line of [xs, ys]) expect((Math.max(...line) - Math.min(...line)) * scale).toBeGreaterThanOrEqual(44);
    }
  });

  test('eight ships in one pane have eight places', () => {
    for (const pane of board.panes.values()) {
      const places = berths(pane, 8).map(([x, y]) => `${x.toFixed(0)},${y.toFixed(0)}`);
      expect(new Set(places).size).toBe(8);
    }
  });

  test('the regions cover the banks without a gap', () => {
    expect(board.regions.map((region) => region.id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(board.width).toBeGreaterThan(300);
  });
});
