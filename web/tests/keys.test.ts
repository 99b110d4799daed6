/** What is asked again until it is answered, and with which key. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal, type TableApi } from '../src/lib/api';
import { newKey, type Seating, sitDown, unansweredSeat, untilAnswered } from '../src/lib/keys';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SEAT: Seating = { name: 'Bo', seat: 1, invite: null };
/** A server that answers as told, one after the other; keeps the keys it was sent. */
function server(...answers: (string | null)[]): { api: TableApi; keys: string[] } {
  const keys: string[] = [];
  const join = async ({ key }: { key: string }) => {
    keys.push(key);
    const code = answers.shift();
    if (code) throw new Refusal(code);
    return { you: 1 };
  };
  return { api: { table: 'T', chair: null, join } as unknown as TableApi, keys };
}

test('a key is 32 characters that differ each time', () => {
  const keys = Array.from({ length: 20 }, newKey);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(new Set(keys).size).toBe(20);
});

describe('sitting down', () => {
  test('is asked again with the same key until it is answered, and then the key is dropped', async () => {
    const { api, keys } = server('unreachable', 'store_unavailable', null);
    let unheard = 0;
    const sat = sitDown(api, SEAT, () => ++unheard > 0);
    expect(unansweredSeat(api)).toEqual(SEAT);
    await vi.runAllTimersAsync();
    expect(await sat).toEqual({ you: 1 });
    expect([keys.length, new Set(keys).size, unheard]).toEqual([3, 1, 2]);
    expect(unansweredSeat(api)).toBe(null);
  });

  test('has the same key after a reload, and another once the first was answered', async () => {
    const { api, keys } = server('unreachable', null, null);
    await expect(sitDown(api, SEAT, () => false)).rejects.toThrow('unreachable');
    await sitDown(api, unansweredSeat(api)!, () => false);
    await sitDown(api, SEAT, () => false);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('is not asked again once it is refused, and the key is kept where nobody can tell', async () => {
    const { api, keys } = server('too_many', 'wrong_invite');
    await expect(sitDown(api, SEAT, () => true)).rejects.toThrow('too_many');
    expect(unansweredSeat(api)).toEqual(SEAT);
    await expect(sitDown(api, SEAT, () => true)).rejects.toThrow('wrong_invite');
    expect(unansweredSeat(api)).toBe(null);
    expect(new Set(keys).size).toBe(1);
  });
});

test('what is not answered is asked ever less often', async () => {
  const at: number[] = [];
  const asked = untilAnswered(
    async () => {
      at.push(Date.now());
      if (at.length < 12) throw new Refusal('unreachable');
      return 'there';
    },
    () => true,
  );
  await vi.runAllTimersAsync();
  expect(await asked).toBe('there');
  const waits = at.slice(1).map((time, k) => time - at[k]);
  expect(waits.every((wait, k) => k === 0 || wait >= waits[k - 1])).toBe(true);
  expect(Math.max(...waits)).toBe(6000);
});
