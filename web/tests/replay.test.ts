import { expect, test } from 'vitest';
import { headingOf, packed, unpacked } from '../src/replay/linked';
import { decisionFrom } from '../src/replay/decisions';

const decisions = [
  [0, 4, 9],
  [2, 7],
];

test('one jumps to the next or the last decision of a seat, past everything between', () => {
  expect(decisionFrom(decisions, 0, 0, 'next')).toBe(4);
  expect(decisionFrom(decisions, 0, 8, 'back')).toBe(4);
  expect(decisionFrom(decisions, 1, 4, 'next')).toBe(7);
});

test('without a seat everybody counts, and where there is none one stays', () => {
  expect(decisionFrom(decisions, null, 4, 'next')).toBe(7);
  expect(decisionFrom(decisions, null, 4, 'back')).toBe(2);
  expect(decisionFrom(decisions, 0, 9, 'next')).toBe(null);
  expect(decisionFrom(decisions, 1, 2, 'back')).toBe(null);
  expect(decisionFrom([], 3, 2, 'next')).toBe(null);
});

const record = JSON.stringify(
  { game: 'chess', names: ['Ann', 'Žofie'], over: true, moves: Array(200).fill('sail:1') },
  null,
  1,
);

test('a record comes back from its link, which is short and has only letters an address may have', async () => {
  const behind = await packed(record);
  expect(behind).toMatch(/^[\w-]+$/);
  expect(behind.length).toBeLessThan(record.length / 4);
  expect(JSON.parse((await unpacked(behind))!)).toEqual(JSON.parse(record));
});

test.each(['', '%%%', 'AAAA', 'x'.repeat(50)])('what is no record is nothing: %s', async (behind) =>
  expect((await unpacked(behind)) || null).toBe(null),
);

test('a link that would unpack to far too much is nothing', async () => {
  const bytes = new Blob(['a'.repeat(200_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const behind = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64url');
  expect(behind.length).toBeLessThan(1000);
  expect(await unpacked(behind)).toBe(null);
});

test('names are those the record bears, or none', () => {
  expect(headingOf(record)).toEqual({ game: 'chess', names: ['Ann', 'Žofie'], over: true });
  expect(headingOf('{"game":"chess"}')).toEqual({ game: 'chess', names: [], over: false });
  expect(headingOf('no')).toEqual({ game: '', names: [], over: false });
});
