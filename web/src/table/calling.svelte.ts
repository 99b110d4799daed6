/** Calls whoever is awaited: in the title and icon of the browser's tab, and by sound and notice where that is wished. */

import { onDestroy } from 'svelte';
import type { TableView } from '../lib/api';
import { later } from '../lib/later';
import { heldHere, keepSeen, wishes } from '../lib/mine';
import { askedOf, requestWords } from '../lib/requests';
import { chime, notify } from '../lib/screen.svelte';
import { m, say, word } from '../lib/words';
import { nameOf } from '../lib/levels';
import { unread } from './unread.svelte';

/** What calls at a table: each has a name, so that only what is new is heard. */
export interface Call {
  name: string;
  words: string;
  loud?: boolean; // said in the title
  quiet?: boolean; // only heard; what is neither is counted
}

/** The seats whose person is at this device. */
const seatsHere = (view: TableView): number[] => {
  const held = heldHere(view.table).map(({ seat }) => seat);
  return view.you === null || held.length > 1 ? held : [view.you];
};

export function callsOf(view: TableView): Call[] {
  const here = view.you === null && view.left === null ? [] : seatsHere(view);
  const names = view.seats.map(nameOf);
  const calls: Call[] = askedOf(view.proposals, view.you === null ? [view.left] : [view.you]).map((asked) => ({
    name: `request ${asked.number}`,
    words: requestWords(asked, names, view.moves),
    loud: true,
  }));
  const { to_move } = view;
  if (view.status === 'running' && to_move !== null && here.includes(to_move) && view.seats[to_move].kind === 'human')
    calls.push({
      name: `turn ${to_move}`,
      words: here.length > 1 ? m.turn_of({ who: names[to_move] }) : m.your_turn(),
      loud: true,
    });
  // Before the start: whoever sits down is heard, and named in a notice.
  for (const { seat, kind, name, taken } of view.status === 'open' && here.length ? view.seats : [])
    if (kind === 'human' && taken && !here.includes(seat))
      calls.push({ name: `sits ${seat} ${name}`, words: m.table_joined({ name }), quiet: true });
  for (const note of here.length ? unread(view, here) : [])
    calls.push({
      name: `chat ${note.number}`,
      words: note.id === 'table_chat' ? `${note.args.name}: ${note.args.text}` : say(note, names),
    });
  return calls;
}

/** Another picture in the tab while somebody is called. */
function showIcon(calling: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = icon?.href.replace(/sampan(-calls)?\.svg$/, calling ? 'sampan-calls.svg' : 'sampan.svg');
  if (icon && wanted && icon.href !== wanted) icon.href = wanted;
}

export function callToTable(seen: () => TableView | null): void {
  let before: Set<string> | null = null; // what called already; nothing is new when one comes
  $effect(() => {
    const view = seen();
    if (!view) return undefined;
    const game = word(`${view.game}_title`);
    const calls = callsOf(view);
    const fresh = before === null ? [] : calls.filter(({ name }) => !before!.has(name));
    before = new Set(calls.map(({ name }) => name));
    if (fresh.length > 0) {
      const wanted = wishes();
      if (wanted.sound) chime();
      if (wanted.notice) void notify(fresh[0].words, game, view.table);
    }
    const loud = calls.filter((call) => call.loud).map(({ words }) => words);
    const chats = calls.filter((call) => !call.loud && !call.quiet).length;
    const title = [...loud, ...(chats ? [`${m.tab_chat()} (${chats})`] : []), game].join(' · ');
    // The browser draws its own tabs for it.
    return later(() => {
      document.title = loud.length + chats ? `● ${title}` : title;
      showIcon(loud.length > 0);
    });
  });
  onDestroy(() => {
    document.title = m.app_title();
    showIcon(false);
  });
  // What was on the table at my turn is no news at the next.
  $effect(() => {
    const view = seen();
    if (!view || view.you === null || view.to_move !== view.you || view.status !== 'running') return undefined;
    const { table, you, ply } = view;
    return later(() => keepSeen(table, you, ply));
  });
}
