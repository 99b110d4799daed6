/** Why a table is closed, as its log says it. */

import type { TableView } from '../lib/api';
import { m, say } from '../lib/words';

const CLOSINGS = ['table_closed', 'table_closed_idle', 'table_closed_operator', 'table_rules_closed'];

export function whyClosed(view: TableView): string {
  const note = view.notes.filter(({ id }) => CLOSINGS.includes(id)).at(-1);
  return note ? say(note) : m.closed_text();
}
