/** The session at a live table: plays moves one after another, says why not, asks before what cannot be undone. */

import type { GameParts } from '../games';
import { Refusal, TableApi, type TableView } from '../lib/api';
import type { Connection } from '../lib/connection.svelte';
import { type Armed, type TableSession, type Move, pieces } from '../lib/session.svelte';
import { screen } from '../lib/screen.svelte';
import { heldHere, wishes } from '../lib/mine';
import { type Message, m, segments, say, word } from '../lib/words';
import { nameOf } from '../lib/levels';

export class LiveSession implements TableSession {
  #pointed = $state<string | null>(null);
  #tapped = $state.raw<{ texts: string[]; words?: string } | null>(null); // by a finger, once
  armed = $state<Armed | null>(null);
  pending = $state<string[] | null>(null); // waiting to be confirmed
  trouble = $state<string | null>(null); // the last refusal, in words
  help = $state<string | null>(null); // the paragraph of the rules that says more about it
  private busy = false; // a move is on its way; nothing on the page shows it, for that would be drawn first
  guard: ((text: string) => string | null) | null = null; // a lesson's say on what may be done now
  readonly lit = pieces();
  private fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly link: () => Connection,
    readonly parts: GameParts,
  ) {}

  readonly #seat = $derived.by(() => this.link().view?.you ?? null);
  get seat(): number | null {
    return this.#seat;
  }
  // Each in two steps: a view that leaves the seats or the moves as they were changes nothing here.
  readonly #seats = $derived.by(() => this.link().view?.seats ?? []);
  readonly #names = $derived.by(() => this.#seats.map(nameOf));
  get names(): string[] {
    return this.#names;
  }
  readonly #legal = $derived.by(() => this.link().view?.legal ?? []);
  readonly #moves = $derived.by(() => new Map<string, Move>(this.#legal.map((move) => [move.text, move as Move])));
  get moves(): Map<string, Move> {
    return this.#moves;
  }
  get phone(): boolean {
    return screen.phone;
  }

  /** Pieces that others have touched since my last move, or that the last ply touched. */
  readonly #last = $derived.by(() => {
    const { view, log } = this.link();
    const found = new Set<string>();
    const mine = log.findLastIndex((entry) => entry.seat === view?.you);
    for (const entry of log.slice(view?.you === null ? -6 : Math.max(mine + 1, log.length - 24))) {
      if (entry.changes[0])
        segments(entry.changes[0], this.names).forEach((part) => part.piece && found.add(part.piece));
    }
    return found;
  });
  get last(): Set<string> {
    return this.#last;
  }

  readonly #history = $derived.by(() => this.link().log.flatMap((entry) => entry.changes as Message[]));
  readonly #scores = $derived.by(() => this.link().view?.scores ?? []);
  get scores(): number[] {
    return this.#scores;
  }
  async picture(language: string): Promise<string> {
    return (await this.link().api.picture(language)).text;
  }
  get history(): Message[] {
    return this.#history;
  }

  light(...found: (string | null)[]): void {
    this.lit.clear();
    for (const piece of found) if (piece) this.lit.add(piece);
  }

  point(text: string | null): void {
    this.#pointed = text;
  }
  get pointed(): string | null {
    return this.#pointed ?? this.#tapped?.texts[0] ?? null;
  }

  /** Its name on the page: a place that makes a move several times says how often. */
  get tapped(): string | null {
    const { texts } = this.#tapped ?? {};
    return texts ? texts[0] + (texts.length > 1 ? `*${texts.length}` : '') : null;
  }
  get tappedWords(): string | null {
    return this.#tapped?.words ?? null;
  }
  choose(texts: string[], words?: string): void {
    const again = this.#tapped?.texts.join() === texts.join();
    const shows = screen.tapped && wishes().preview && !again && !this.guard?.(texts[0]) && !this.busy;
    this.#tapped = shows ? { texts, words } : null;
    if (shows) this.pending = this.trouble = null;
    else this.commit(texts, again); // what cannot be undone was said to be so
  }
  /** What was tapped once is played after all, or dropped. */
  accept(): void {
    if (this.#tapped) this.choose(this.#tapped.texts);
  }
  drop(): void {
    this.#tapped = null;
  }

  gains(text: string): Message[] {
    return (this.link().gains.get(text)?.changes ?? []) as Message[];
  }

  get final(): boolean {
    return this.pointed !== null && (this.link().gains.get(this.pointed)?.final ?? false);
  }

  tell(text: string, help?: string): void {
    this.trouble = text;
    this.help = help ?? null;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.hush(), 5000);
  }

  hush(): void {
    this.trouble = null;
  }

  play(...texts: string[]): void {
    this.commit(texts, false);
  }

  private commit(texts: string[], told: boolean): void {
    const first = texts[0];
    if (this.busy) return;
    const objection = this.guard?.(first);
    if (objection) {
      this.tell(objection);
      return;
    }
    const risky =
      !told &&
      wishes().confirm &&
      !this.parts.deliberate?.includes(first.split(':')[0]) &&
      this.link().gains.get(first)?.final &&
      !this.forced();
    if (risky && this.pending?.[0] !== first) {
      this.pending = texts;
      return;
    }
    if (this.armed?.after === first.split(':')[0]) texts = [first, this.armed.text];
    this.armed = null;
    void this.make(texts);
  }

  /** Whether nothing else could be done: no other move, and none to take back. */
  private forced(): boolean {
    return this.moves.size === 1 && this.link().view?.undo === null;
  }

  confirm(): void {
    if (this.pending) void this.make(this.pending);
  }

  private async make(texts: string[]): Promise<void> {
    this.pending = null;
    this.#tapped = null;
    this.trouble = null;
    this.busy = true;
    const link = this.link();
    try {
      for (const text of texts) {
        const view = link.view;
        if (!view || !view.legal.some((move) => move.text === text)) break;
        link.take(await link.api.play(view.ply, text));
      }
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  async back(whole: boolean): Promise<void> {
    const link = this.link();
    if (!link.view || this.busy) return;
    this.pending = null;
    this.#tapped = null;
    this.armed = null;
    this.busy = true;
    try {
      link.take(await (whole ? link.api.restart(link.view.ply) : link.api.undo(link.view.ply)));
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  /** Back to where I last had a choice, with all that bots have played since; people are asked. */
  async decideAgain(): Promise<void> {
    const { view, api } = this.link();
    if (!view || this.busy) return;
    this.pending = null;
    this.armed = null;
    this.busy = true;
    await this.propose(api.decision(view.ply));
    this.busy = false;
  }

  /** Back in one's own seat, from which one got up or where a bot plays. */
  async comeBack(): Promise<void> {
    const link = this.link();
    try {
      link.take(await link.api.join({ name: null, seat: null, invite: null, key: null }));
      link.reconnect();
    } catch (error) {
      this.refused(error);
    }
  }

  /** Whoever else sits at this very device has agreed aloud; says whether anybody does. */
  private async agreeHere(view: TableView): Promise<boolean> {
    const held = heldHere(view.table);
    const mine = view.proposals.filter(({ by }) => by === view.you);
    const asked = mine.flatMap(({ number, waiting }) =>
      held.filter(({ seat }) => waiting.includes(seat)).map(({ chair }) => ({ number, chair })),
    );
    for (const { number, chair } of asked) await new TableApi(view.table, chair).answer(number, true);
    return asked.length > 0;
  }

  /** Something that others may have to agree to. */
  async propose(doing: Promise<TableView>): Promise<void> {
    const link = this.link();
    try {
      let view = await doing;
      if (await this.agreeHere(view)) view = await link.api.see();
      link.take(view);
      if (view.proposals.some(({ by }) => by === view.you)) this.tell(m.proposal_sent());
    } catch (error) {
      this.refused(error);
    }
  }

  refused(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.problem?.reason as Message | null | undefined;
    this.tell(reason ? say(reason, this.names) : word(`refused_${error.code}`), reason?.id);
    if (error.problem?.view) this.link().take(error.problem.view);
  }

  /** Something illegal was tapped: the engine knows why, and refuses without writing anything. */
  why(text: string): void {
    const { view, api } = this.link();
    if (!view || view.you === null) return;
    // A lesson speaks up where the rules would allow it; else their own reason teaches more.
    const objection = this.moves.has(text) ? this.guard?.(text) : null;
    if (objection) {
      this.tell(objection);
      return;
    }
    if (view.status === 'over') this.tell(m.game_over());
    else if (view.to_move !== view.you) this.tell(m.waiting_for({ who: this.names[view.to_move ?? 0] }));
    else
      api.play(view.ply, text).then(
        (next) => this.link().take(next),
        (error: unknown) => this.refused(error),
      );
  }
}
