/** A box while it is edited: every change can be undone, is checked by the server as one types, and is saved in the browser. */

import { checkBox, type CheckedBox, Refusal } from '../lib/api';
import { type Draft, keepDrafts, nextId, readDrafts, worked } from './drafts';
import { faultWords } from './faults';
import { at, type Entered, entered, named, type Path, put, type Tables, type Value } from './tables';

const WAIT = 450; // ms after the last change before it is checked
const MOST_STEPS = 300;
export class Editing {
  tables = $state.raw<Tables>({});
  checked = $state.raw<CheckedBox | null>(null);
  checking = $state(false);
  lost = $state(false); // the server did not answer
  saved = $state(true);
  drafts = $state.raw<Draft[]>([]);
  draft = $state<number | null>(null); // which of them this is; none before the first change
  private past = $state.raw<Tables[]>([]);
  private future = $state.raw<Tables[]>([]);
  private stroke = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  called = $state.raw((name: string): string => name); // what a name of the file is called here
  readonly game: string;
  readonly shipped: Tables;

  constructor(game: string, shipped: Tables, tables: Tables, draft: number | null) {
    this.game = game;
    this.shipped = shipped;
    this.tables = tables;
    this.drafts = readDrafts(game);
    this.draft = draft;
    void this.check();
  }

  /** A line for each field that has a fault; one about a part of a field stands beside the field. */
  readonly faults = $derived(
    new Map((this.checked?.faults ?? []).map(({ at: where, message }) => [where, faultWords(message, this.called)])),
  );
  readonly playable = $derived(!this.checking && this.checked !== null && this.checked.faults.length === 0);
  readonly entered: Entered = $derived.by(() => entered(this.shipped, this.tables));
  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);

  at = (path: Path): Value | undefined => at(this.tables, path);
  faultAt = (path: Path): string | undefined => this.faults.get(named(path));

  /** Changes of one stroke of the brush are undone together. */
  set(path: Path, value: Value | undefined, stroke = -1): void {
    this.take(put(this.tables, path, value) as Tables, stroke);
  }
  take(tables: Tables, stroke = -1): void {
    if (stroke < 0 || stroke !== this.stroke) this.past = [...this.past.slice(-MOST_STEPS), this.tables];
    this.stroke = stroke;
    this.future = [];
    this.become(tables);
  }
  undo(): void {
    if (!this.past.length) return;
    this.future = [this.tables, ...this.future];
    const before = this.past.at(-1)!;
    this.past = this.past.slice(0, -1);
    this.stroke = -1;
    this.become(before);
  }
  redo(): void {
    if (!this.future.length) return;
    this.past = [...this.past, this.tables];
    const [next, ...rest] = this.future;
    this.future = rest;
    this.become(next);
  }

  private become(tables: Tables): void {
    this.tables = tables;
    this.draft ??= nextId(this.drafts);
    this.keep({ id: this.draft, name: this.name, tables });
    this.look();
  }

  /** What the draft is called. */
  readonly name = $derived(this.drafts.find(({ id }) => id === this.draft)?.name ?? '');
  /** Go on with another draft, or begin one from the shipped box. */
  open(id: number | null): void {
    const found = this.drafts.find((one) => one.id === id);
    [this.tables, this.draft, this.past, this.future] = [found?.tables ?? this.shipped, found?.id ?? null, [], []];
    if (found) this.keep(found);
    this.look();
  }
  rename(name: string): void {
    if (this.draft !== null) this.keep({ id: this.draft, name, tables: this.tables });
  }
  remove(): void {
    this.drafts = this.drafts.filter(({ id }) => id !== this.draft);
    keepDrafts(this.game, this.drafts);
    this.open(this.drafts[0]?.id ?? null);
  }
  private keep(draft: Draft): void {
    this.drafts = worked(this.drafts, draft);
    this.saved = keepDrafts(this.game, this.drafts);
  }

  private look(): void {
    this.checking = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), WAIT);
  }

  private async check(): Promise<void> {
    const asked = ++this.asked;
    this.checking = true;
    try {
      const found = await checkBox({ game: this.game, tables: this.tables });
      if (asked !== this.asked) return;
      [this.checked, this.checking, this.lost] = [found, false, false];
    } catch (error) {
      if (asked !== this.asked) return;
      this.lost = true;
      const wait = error instanceof Refusal && error.code === 'too_many' ? 3000 : 5000;
      this.timer = setTimeout(() => void this.check(), wait);
    }
  }
  close(): void {
    clearTimeout(this.timer);
    this.asked++;
  }
}
