/** What others have said at a table since one last looked at its chat; remembered by the browser. */

import { SvelteMap } from 'svelte/reactivity';
import type { TableView } from '../lib/api';
import { keepRead, lastRead } from '../lib/mine';

type Seen = Pick<TableView, 'table' | 'notes'>;
const read = new SvelteMap<string, number>();

const upTo = (table: string): number => read.get(table) ?? lastRead(table);

/** The words of others, and their refusals of a request, that have not been looked at yet. */
export const unread = (view: Seen, mine: number[]): Seen['notes'] => {
  const seen = upTo(view.table);
  return view.notes.filter(
    ({ id, number, args }) =>
      (id === 'table_chat' || (id === 'table_declined' && mine.length > 0)) &&
      number > seen &&
      !mine.includes(Number(args.who)),
  );
};

/** The chat is on the screen as it is now. */
export function markRead(view: Seen): void {
  const last = view.notes.at(-1)?.number ?? 0;
  if (last <= upTo(view.table)) return;
  read.set(view.table, last);
  keepRead(view.table, last);
}
