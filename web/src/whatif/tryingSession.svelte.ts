/** The session of a board on which moves are tried out: whoever must decide there makes them. */

import { type Analysis, Refusal } from '../lib/api';
import { screen } from '../lib/screen.svelte';
import { type Armed, type Move, pieces, type TableSession } from '../lib/session.svelte';
import { type Message, say, segments, word } from '../lib/words';

export class TryingSession implements TableSession {
  pointed = $state<string | null>(null);
  armed = $state<Armed | null>(null);
  trouble = $state<string | null>(null);
  readonly lit = pieces();

  constructor(
    private readonly look: () => Analysis,
    private readonly given: () => string[],
    private readonly make: (texts: string[]) => void,
    private readonly asked: (text: string) => Promise<unknown>,
  ) {}

  get seat(): number | null {
    return this.look().to_move;
  }
  get names(): string[] {
    return this.given();
  }
  readonly #moves = $derived.by(() => new Map(this.look().legal.map((move) => [move.text, move as Move])));
  get moves(): Map<string, Move> {
    return this.#moves;
  }
  get phone(): boolean {
    return screen.phone;
  }
  readonly #last = $derived.by(
    () =>
      new Set(
        (this.look().changes as Message[])
          .flatMap((change) => segments(change, this.names))
          .flatMap(({ piece }) => (piece ? [piece] : [])),
      ),
  );
  get last(): Set<string> {
    return this.#last;
  }
  get history(): Message[] {
    return this.look().changes as Message[];
  }
  get scores(): number[] {
    return this.look().scores;
  }

  play(...texts: string[]): void {
    this.trouble = null;
    this.pointed = null;
    if (this.armed?.after === texts[0].split(':')[0]) texts = [texts[0], this.armed.text];
    this.armed = null;
    this.make(texts);
  }
  /** The server knows why a move is not allowed. */
  why(text: string): void {
    this.asked(text).catch((error: unknown) => this.refused(error));
  }
  refused(error: unknown): void {
    const reason = error instanceof Refusal ? (error.problem?.reason as Message | null | undefined) : null;
    this.tell(
      reason ? say(reason, this.names) : word(`refused_${error instanceof Refusal ? error.code : 'unreachable'}`),
    );
  }
  tell(words: string): void {
    this.trouble = words;
  }
  point(text: string | null): void {
    this.pointed = text;
  }
  gains(): Message[] {
    return [];
  }
  picture(): Promise<string> {
    return Promise.resolve('');
  }
}
