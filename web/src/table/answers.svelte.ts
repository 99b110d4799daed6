/** Tells whoever asked for something what was answered. */

import { untrack } from 'svelte';
import type { Connection } from '../lib/connection.svelte';
import { say } from '../lib/words';
import type { LiveSession } from './liveSession.svelte';

const ANSWERS = ['table_agreed', 'table_declined'];

export function tellAnswers(link: () => Connection, session: LiveSession): void {
  let open: number[] = []; // requests of mine
  let told = 0; // the last note before
  $effect(() => {
    const { proposals, notes, you } = link().view!;
    const settled = open.some((number) => !proposals.some((one) => one.number === number));
    const answer = settled ? notes.findLast(({ id, number }) => number > told && ANSWERS.includes(id)) : undefined;
    open = proposals.filter(({ by }) => by === you).map(({ number }) => number);
    told = notes.at(-1)?.number ?? 0;
    if (answer) untrack(() => session.tell(say(answer, session.names)));
    else if (settled) untrack(() => session.hush());
  });
}
