/** A table that stays connected: the latest view, the log so far, and quiet retries while the server is away. */

import { untrack } from 'svelte';
import { type DigestEntry, type Gain, Refusal, TableApi, type TableView } from './api';
import { Frames } from './frames';
import { share } from './share';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 6000;
const ELSEWHERE = 4409; // the same seat is open in too many other windows

/** Whether somebody who plays is here, or since when not, as far as that is known. */
export interface Here {
  seat: number;
  here: boolean;
  since: number | null;
}

export class Connection {
  view = $state.raw<TableView | null>(null);
  log = $state.raw<DigestEntry[]>([]);
  gains = $state.raw<Map<string, Gain>>(new Map());
  presence = $state.raw<Here[]>([]);
  ahead = $state(0); // seconds by which the server's clock, which decides, is ahead of this device's
  lost = $state(false); // the server does not answer; we keep trying
  refused = $state<string | null>(null); // no such table, or one of other rules
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading = false;
  private gainsOf = ''; // the position whose gains were asked for
  private waiting: string | null = null; // the newest view, for the next frame
  private readonly frames = new Frames(
    () => this.draw(),
    () => this.follow(),
  );

  constructor(readonly api: TableApi) {}

  open(): void {
    this.closed = false;
    void this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.waiting = null;
    this.frames.close();
  }

  /** Open the line anew, for the server knows us by what we carried when it was opened. */
  reconnect(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    void this.connect();
  }

  private async connect(): Promise<void> {
    try {
      this.take(await this.api.see());
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'unreachable';
      if (['no_table', 'unreadable', 'other_rules', 'no_such_address'].includes(code)) this.refused = code;
      else this.retry();
      return;
    }
    if (this.closed) return;
    const socket = this.api.live();
    this.socket = socket;
    socket.onmessage = (event) => this.arrive(String(event.data));
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.retry(code === ELSEWHERE);
    };
  }

  /** Try again soon; a window that made room for others of the same seat, when it has the focus again. */
  private retry(elsewhere = false): void {
    if (this.closed) return;
    this.lost = true;
    clearTimeout(this.timer);
    if (elsewhere && !document.hasFocus()) {
      addEventListener('focus', () => this.retry(), { once: true });
      return;
    }
    this.timer = setTimeout(() => void this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
  }

  /** A view on the live line is drawn at once if the screen shows everything so far, else with the next frame, unless a newer
      one comes before. */
  private arrive(text: string): void {
    if (text.startsWith('{"now":')) {
      const { now, presence } = JSON.parse(text) as { now: number; presence: Here[] };
      this.presence = presence;
      this.ahead = now - Date.now() / 1000;
      return;
    }
    this.waiting = text;
    if (!this.frames.pending) this.draw();
  }
  private draw(): void {
    const { waiting } = this;
    this.waiting = null;
    const came = performance.now();
    if (waiting !== null) this.take(JSON.parse(waiting) as TableView, came);
  }

  /** When the view is on the screen, for what can wait so long. */
  still(): Promise<void> {
    return this.frames.still();
  }

  /** Take a view, also the answer to something asked: only a newer one; an older one that arrives late is nothing new. */
  take(view: TableView, came = performance.now()): void {
    this.lost = false;
    this.wait = FIRST_WAIT;
    const old = untrack(() => this.view);
    // The answer to a move and the live line bring the same view: it is drawn once.
    if (old && (old.version > view.version || (old.version === view.version && old.you === view.you))) return;
    if (old?.ply !== view.ply) this.gains = new Map();
    this.view = share(old, view);
    this.frames.drew(came);
  }

  /** What goes with a view is asked for when the view itself is on the screen. */
  private follow(): void {
    const { view } = this;
    if (!view || this.closed) return;
    void this.readOn();
    const position = `${view.ply} ${view.you}`;
    if (view.legal.length === 0 || position === this.gainsOf) return;
    this.gainsOf = position;
    void this.readGains();
  }

  private async readGains(): Promise<void> {
    try {
      const found = await this.api.gains();
      await this.frames.still();
      if (found.ply === this.view?.ply) this.gains = new Map(found.gains.map((gain) => [gain.text, gain]));
    } catch {
      // Without gains the moves themselves still say what they do.
    }
  }

  private async readOn(): Promise<void> {
    if (this.reading || !this.view || this.view.status === 'open') return;
    this.reading = true;
    try {
      while (this.view && this.log.length < this.view.ply) {
        const found = await this.api.digest(this.log.length);
        if (found.entries.length === 0) break;
        await this.frames.still();
        this.log = [...this.log, ...found.entries];
      }
    } catch {
      // The next view asks again.
    } finally {
      this.reading = false;
    }
  }
}
