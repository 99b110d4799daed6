/** My games as the lobby knows them: what this browser remembers, and what the server says of those that go on. */

import { SvelteMap } from 'svelte/reactivity';
import { takeGame } from '../games';
import { Refusal, TableApi } from '../lib/api';
import { addTables, forgetTable, heldHere, keepResult, type MyTable, myTables } from '../lib/mine';
import { saveFile } from '../lib/saving';
import { kept } from '../puzzles/kept.svelte';
import { fits, read, written } from './listFile';
import { botsOf } from '../table/outcome';
import { type Brief, inOrder, leftOf, standingOf } from './standing';

const EVERY = 15_000; // ms
const MOST = 20; // games that are asked about
const LATELY = 7 * 86_400; // seconds for which somebody may still want to play again

class MyGames {
  private entries = $state.raw<MyTable[]>([]);
  private readonly briefs = new SvelteMap<string, Brief>();
  readonly list = $derived.by(() =>
    inOrder(
      this.entries.map((entry) => {
        const brief = this.briefs.get(entry.table) ?? null;
        return { entry, brief, standing: standingOf(entry, brief) };
      }),
    ),
  );
  /** What became of the last list that was loaded. */
  loaded = $state.raw<{ fresh: number | null; puzzles: number } | null>(null);
  /** What the title of the browser's tab says: I am awaited somewhere. */
  readonly calls = $derived.by(() => this.list.find(({ standing }) => standing === 'turn' || standing === 'asked'));

  /** Look now and again until told to stop. */
  follow(): () => void {
    const look = (): void => {
      if (!document.hidden) void this.look();
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  async look(): Promise<void> {
    this.entries = myTables();
    // What is over stays as it was, but somebody may want to play again.
    const since = Date.now() / 1000 - LATELY;
    const asked = this.entries.filter(({ over, result, at }) => !over || !result || at > since).slice(0, MOST);
    await Promise.all(asked.map((entry) => this.ask(entry)));
  }

  private async ask(entry: MyTable): Promise<void> {
    try {
      const [brief] = await Promise.all([new TableApi(entry.table).brief(), takeGame(entry.game)]);
      if (brief.status === 'closed') this.forget(entry.table);
      else this.take(entry, brief);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'no_table') this.forget(entry.table);
    }
  }

  private take(entry: MyTable, brief: Brief): void {
    this.briefs.set(entry.table, brief);
    if (brief.status !== 'over') return;
    keepResult(entry.table, { winners: brief.winners, scores: brief.scores, bots: botsOf(brief.seats) });
    this.entries = myTables();
  }

  forget(table: string): void {
    forgetTable(table);
    this.entries = myTables();
  }

  /** The list as a file to keep. */
  save(): void {
    saveFile(written(myTables(), kept.all), 'sampan-games.json');
  }

  /** Add the games and puzzles of such a file; one that is none changes nothing. */
  async load(file: File): Promise<void> {
    const found = fits(file) ? read(await file.text()) : null;
    this.loaded = { fresh: found && addTables(found.tables), puzzles: found ? kept.add(found.puzzles) : 0 };
    await this.look();
  }

  /** Take back every seat of mine at a table that I have left. */
  async comeBack(entry: MyTable, brief: Brief): Promise<void> {
    const left = leftOf(entry, brief);
    for (const { seat, chair } of heldHere(entry.table))
      if (left.includes(seat))
        await new TableApi(entry.table, chair).join({ name: null, seat: null, invite: null, key: null });
  }
}

export const myGames = new MyGames();
