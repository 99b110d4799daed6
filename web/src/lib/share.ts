/** A new view that keeps every part of the old one that has not changed, so that only what changed is drawn again. */

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function share<T>(old: unknown, now: T): T {
  if (!isTree(old) || !isTree(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    const shared = share(old[key], now[key]);
    if (shared !== old[key] || !(key in old)) same = false;
    (now as Record<string, unknown>)[key] = shared;
  }
  return same ? (old as T) : now;
}
