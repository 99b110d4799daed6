/** Requests that may be repeated: each carries a key of this browser's own, which is kept until the answer has arrived. */

import {
  openTable,
  type Opened,
  type OpenTable,
  type PlayOn,
  Refusal,
  type Shapes,
  type TableApi,
  type TableView,
} from './api';

export type Seating = Pick<Shapes['Join'], 'name' | 'seat' | 'invite'>;
interface Stored {
  key: string;
  asked: unknown;
}

const [FIRST_WAIT, LONGEST_WAIT] = [400, 6000];
/** Nobody knows whether these were carried out, so they are asked again. */
const UNANSWERED = ['unreachable', 'store_unavailable'];
const forgotten = new Map<string, string>(); // where the browser keeps nothing

const store = {
  read(name: string): Stored | null {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') as Stored | null;
    } catch {
      return JSON.parse(forgotten.get(name) ?? 'null') as Stored | null;
    }
  },
  write(name: string, stored: Stored): void {
    try {
      localStorage.setItem(name, JSON.stringify(stored));
    } catch {
      forgotten.set(name, JSON.stringify(stored));
    }
  },
  drop(name: string): void {
    forgotten.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  },
};

/** 32 characters that nobody can guess. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

const isUnanswered = (error: unknown): boolean => error instanceof Refusal && UNANSWERED.includes(error.code);

/** Ask until there is an answer, ever less often; `lost` is told of each try that got none, and says whether to go on. */
export async function untilAnswered<T>(ask: () => Promise<T>, lost: () => boolean): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 1.6)) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || !lost()) throw error;
    }
    await new Promise((later) => setTimeout(later, wait));
  }
}

/** The same request has the same key until it is answered, also after a reload. */
async function once<T>(
  name: string,
  asked: unknown,
  ask: (key: string) => Promise<T>,
  lost: () => boolean,
): Promise<T> {
  const before = store.read(name);
  const key = before && JSON.stringify(before.asked) === JSON.stringify(asked) ? before.key : newKey();
  store.write(name, { key, asked });
  try {
    const answer = await untilAnswered(() => ask(key), lost);
    store.drop(name);
    return answer;
  } catch (error) {
    const known = error instanceof Refusal && !isUnanswered(error) && error.code !== 'too_many';
    if (known) store.drop(name);
    throw error;
  }
}

const seatName = (api: TableApi): string => `sampan.key.${api.table}.${api.chair ?? 'own'}`;

/** Sit down; an answer that was lost costs nobody the seat. */
export const sitDown = (api: TableApi, asked: Seating, lost: () => boolean): Promise<TableView> =>
  once(seatName(api), asked, (key) => api.join({ ...asked, key }), lost);

/** Open one's own seat on this device by a link made on another; an answer that was lost does not use it up. */
export const openHere = (api: TableApi, link: string, lost: () => boolean): Promise<TableView> =>
  once(`sampan.key.${api.table}.link`, { link }, (key) => api.useLink({ link, key }), lost);

/** What was asked when this browser last tried to sit down here and heard nothing. */
export const unansweredSeat = (api: TableApi): Seating | null =>
  (store.read(seatName(api))?.asked as Seating | undefined) ?? null;

/** Open a table; an answer that was lost leaves no table behind that nobody knows of. */
export const openOnce = (asked: OpenTable, lost: () => boolean): Promise<Opened> =>
  once('sampan.key.open', asked, (key) => openTable({ ...asked, key }), lost);

/** Open a table that goes on from a position of another game. */
export const branchOnce = (
  asked: PlayOn,
  open: (asked: PlayOn) => Promise<Opened>,
  lost: () => boolean,
): Promise<Opened> => once('sampan.key.branch', asked, (key) => open({ ...asked, key }), lost);
