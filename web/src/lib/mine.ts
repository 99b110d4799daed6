/** What this browser remembers: my name, my tables and seats, and a few wishes. Nothing secret is kept here. */

export interface MyTable {
  table: string;
  game: string;
  names: string[];
  at: number;
  chairs: number[]; // seats held by this device; more than one where it is passed around
  also?: number[]; // further seats that the page itself plays for
  asks?: (number | null)[]; // the number each of these is asked for by, where seats were drawn after they were taken
  over: boolean;
  lesson?: boolean; // a guided first game that has not been left yet
  result?: Outcome; // how it ended
  reviews?: Record<number, ReviewNote>; // by seat, of those held here whose review was looked at
}

/** How a game ended. */
export interface Outcome {
  winners: number[];
  scores: number[];
  sheet?: Record<string, number>[]; // points by source, seat by seat
  bots?: (string | null)[]; // who sat there, where it was a bot
}

/** What a review of a finished game said of one seat. */
export interface ReviewNote {
  accuracy: number; // from 0 to 100
  luck: number; // a share of a win, from -1 to 1
  mistakes: Record<string, number>; // how many, by how grave they were
  kinds: Record<string, number>; // how often each kind of move would have been better
}

/** What its owner wishes of the page in this browser; `settings.svelte.ts` applies it. */
export interface Wishes {
  sound: boolean;
  notice: boolean;
  confirm: boolean;
  theme: 'auto' | 'light' | 'dark'; // auto: as the system wishes
  motion: 'auto' | 'off';
  size: 'usual' | 'large' | 'largest'; // of the board
  notation: boolean; // the names of places on the board
  preview: boolean; // a finger's first tap shows what a move would bring, the second plays it
  patterns: boolean; // on what belongs to somebody, beside its color
}

const read = <T>(key: string, usual: T): T => {
  try {
    return (JSON.parse(localStorage.getItem(`sampan.${key}`) ?? 'null') as T | null) ?? usual;
  } catch {
    return usual;
  }
};
const write = (key: string, value: unknown): void => localStorage.setItem(`sampan.${key}`, JSON.stringify(value));

export const myName = (): string => read('name', '');
export const keepName = (name: string): void => write('name', name);

/** How a quick game is played: against so many bots of this level, as it was last chosen. */
export interface Quick {
  players: number;
  level: string;
}
export const myQuick = (): Quick => ({ players: 2, level: 'club', ...read<Partial<Quick>>('quick', {}) });
export const keepQuick = (quick: Quick): void => write('quick', quick);

export const myTables = (): MyTable[] => read<MyTable[]>('tables', []);
export const myTable = (table: string): MyTable | undefined => myTables().find((entry) => entry.table === table);
const MOST = 200; // games remembered; what was played longest ago goes first, finished games before others
const keepTables = (list: MyTable[]): void => {
  const going = list.filter(({ over }) => !over).slice(0, MOST);
  const over = list.filter((entry) => entry.over).slice(0, MOST - going.length);
  const kept = new Set([...going, ...over]);
  write(
    'tables',
    list.filter((entry) => kept.has(entry)),
  );
};
export const keepTable = (mine: MyTable): void =>
  keepTables([mine, ...myTables().filter((entry) => entry.table !== mine.table)]);
/** Remember further games, of a list that was saved; gives how many were not known here. */
export function addTables(more: MyTable[]): number {
  const here = myTables();
  const known = new Set(here.map(({ table }) => table));
  const fresh = more.filter(({ table }) => !known.has(table) && known.add(table));
  keepTables([...here, ...fresh].sort((a, b) => b.at - a.at));
  return fresh.length;
}
/** Remember how a game ended, where it stands in the list. */
export const keepResult = (table: string, result: Outcome): void =>
  write(
    'tables',
    myTables().map((entry) =>
      entry.table === table ? { ...entry, over: true, result: { ...entry.result, ...result } } : entry,
    ),
  );
/** Remember what a review says of the seats that I hold at this table; of others nothing is kept. */
export const keepReviews = (table: string, notes: Record<number, ReviewNote>): void =>
  write(
    'tables',
    myTables().map((entry) => {
      if (entry.table !== table) return entry;
      const mine = Object.entries(notes).filter(([seat]) => entry.chairs.includes(Number(seat)));
      return { ...entry, reviews: { ...entry.reviews, ...Object.fromEntries(mine) } };
    }),
  );
/** Every seat this device can answer for, each with the number it is asked for by; the first has the plain cookie. */
export const heldHere = (table: string): { seat: number; chair: number | null }[] => {
  const { chairs = [], also = [], asks } = myTable(table) ?? {};
  return [...chairs, ...also].map((seat, k) => ({ seat, chair: asks ? asks[k] : k === 0 ? null : seat }));
};
export const forgetTable = (table: string): void =>
  write(
    'tables',
    myTables().filter((entry) => entry.table !== table),
  );

const WISHES = 'wishes';
/** Whether what has changed in another tab are the wishes. */
export const areWishes = (key: string | null): boolean => key === null || key === `sampan.${WISHES}`;
export const wishes = (): Wishes => ({
  sound: false,
  notice: false,
  confirm: true,
  theme: 'auto',
  motion: 'auto',
  size: 'usual',
  notation: false,
  preview: true,
  patterns: false,
  ...read<Partial<Wishes>>(WISHES, {}),
});
export const keepWishes = (wanted: Wishes): void => write(WISHES, wanted);

/** How far the log had come when I last finished a turn: the digest begins there. */
export const lastSeen = (table: string, seat: number): number | null =>
  read<number | null>(`seen.${table}.${seat}`, null);
export const keepSeen = (table: string, seat: number, ply: number): void => write(`seen.${table}.${seat}`, ply);

/** The last note of a table's chat that was on the screen here. */
export const lastRead = (table: string): number => read(`read.${table}`, 0);
export const keepRead = (table: string, number: number): void => write(`read.${table}`, number);
