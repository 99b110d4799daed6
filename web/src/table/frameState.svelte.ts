/** What the frame around a game knows of its table at this moment: worked out once, for its bars, layouts and keys. */

import type { GameParts } from '../games';
import type { GameBoard, TableView } from '../lib/api';
import type { Connection } from '../lib/connection.svelte';
import { lastSeen } from '../lib/mine';
import { screen } from '../lib/screen.svelte';
import type { Move } from '../lib/session.svelte';
import { known, m, say, word } from '../lib/words';
import { whyClosed } from './closed';
import type { LiveSession } from './liveSession.svelte';
import { aloneWithBots, redoOf } from './seating';

export type Tab = 'board' | 'mine' | 'players' | 'log' | 'chat' | 'sheet' | 'text';

const kindOf = (text: string): string => text.split(':')[0];

export class FrameState {
  tab = $derived<Tab>(screen.phone ? 'board' : 'log');
  menu = $state(false);
  hinted = $state(false);
  endSeen = $state(false);
  taught = $state(false); // a lesson has the strip's place

  constructor(
    private readonly linked: () => Connection,
    readonly parts: GameParts,
    readonly session: LiveSession,
  ) {}

  get link(): Connection {
    return this.linked();
  }
  readonly view: TableView = $derived.by(() => this.linked().view!);
  readonly board: GameBoard = $derived.by(() => this.view.board!);
  readonly over = $derived.by(() => this.view.status === 'over');
  readonly myTurn = $derived.by(
    () => this.view.you !== null && this.view.to_move === this.view.you && this.view.status === 'running',
  );
  /** A tablet has room for one's own board below the table's, where that is not a world of its own. */
  readonly ownBelow = $derived.by(() => screen.tablet && !this.parts.zooms && !this.parts.boardAlone);
  readonly tabs: Tab[] = $derived.by(() =>
    (['board', 'mine', 'players', 'log', 'chat', 'text'] as const).filter((tab) => tab !== 'mine' || !this.ownBelow),
  );
  /** Whose player board lies below the board. */
  readonly seatBelow = $derived.by(() => this.view.you ?? 0);

  /** A move of mine that was taken back and can be made again; the log may come a little after the view. */
  readonly redo = $derived.by(() => {
    const { log } = this.linked();
    const text = this.myTurn && log.length === this.view.ply ? redoOf(log, this.view.you) : null;
    return text !== null && this.session.moves.has(text) ? text : null;
  });
  /** Whether I may go back to my last decision without asking anybody. */
  readonly practice = $derived.by(
    () =>
      this.view.status === 'running' &&
      aloneWithBots(this.view) &&
      this.linked().log.some(({ seat, move }) => seat === this.view.you && move !== null),
  );

  private onPlayerBoard(text: string): boolean {
    return this.parts.onPlayerBoard.includes(kindOf(text));
  }
  /** What the line above the board offers: moves that are not made on it. */
  readonly offers: Move[] = $derived.by(() => {
    const hidden = screen.phone && this.tab !== 'mine';
    const { drawn, inHand } = this.parts;
    const shown = (this.tab === 'board' || screen.lying) && inHand !== undefined;
    return (this.view.legal as Move[]).filter(
      ({ text }) =>
        (drawn && !drawn.includes(kindOf(text))) ||
        (hidden && this.onPlayerBoard(text) && !(shown && inHand.includes(kindOf(text)))),
    );
  });
  readonly handCalls = $derived.by(() => this.view.legal.some(({ text }) => this.onPlayerBoard(text)));
  /** What the key E does. */
  readonly ending = $derived.by(() => {
    const { ends = [], stops = [], lastResort = [] } = this.parts;
    return this.view.legal.find(({ text }) => [...ends, ...stops, ...lastResort].includes(text))?.text;
  });
  /** Whether an offer is one to make without much ado. */
  invites(text: string): boolean {
    const { ends = [], lastResort = [] } = this.parts;
    if (lastResort.includes(text) && this.view.legal.length > 1) return false;
    return ends.includes(text) || this.offers.length < 5;
  }

  readonly prompt = $derived.by(() => {
    if (this.over) return m.game_over();
    if (this.view.status === 'closed') return whyClosed(this.view);
    if (!this.myTurn) return m.waiting_for({ who: this.session.names[this.view.to_move ?? 0] });
    const usual = `${this.view.game}_ask_${this.board.ask}`;
    if (!known(usual)) return m.prompt_you({ asked: m.prompt_move() });
    const must = `${usual}_must`; // where one may usually stop, but not now
    const stuck = known(must) && !this.parts.stops?.some((stop) => this.session.moves.has(stop));
    return m.prompt_you({ asked: word(stuck ? must : usual) });
  });
  /** What the move that is pointed at does and brings. */
  readonly preview = $derived.by(() => {
    const { session } = this;
    const pointed = session.pointed ? this.view.legal.find((move) => move.text === session.pointed) : undefined;
    if (!pointed) return '';
    if (session.tappedWords !== null) return session.tappedWords;
    const gains = session
      .gains(pointed.text)
      .map((message) => say(message, session.names))
      .join('; ');
    return `${say(pointed, session.names)}${gains ? ` → ${gains}` : ''}${session.final ? ` · ${m.cannot_undo()}` : ''}`;
  });
  /** What has just happened, sentence by sentence. */
  readonly told: string[] = $derived.by(
    () =>
      this.linked()
        .log.at(-1)
        ?.changes.map((change) => say(change, this.session.names)) ?? [],
  );
  readonly news = $derived.by(() => this.told.join(' · '));
  /** On a phone, while others play and there is nothing to choose: the line of offers makes way for what they do. */
  readonly idle = $derived.by(() => {
    const { view, session } = this;
    const beside = screen.phone && (this.tab === 'board' || screen.lying);
    const mine = view.you !== null && view.left === null && view.seats[view.you].kind === 'human';
    const asked = session.pending !== null || session.tapped !== null || this.linked().lost;
    return (
      beside && mine && !this.taught && !asked && !this.myTurn && this.offers.length === 0 && view.status === 'running'
    );
  });
  /** The first ply that is news to me: after my last turn (not the one I am in), or after what I saw when I last was here. */
  readonly since = $derived.by(() => {
    const { you, table } = this.view;
    if (you === null) return null;
    const { log } = this.linked();
    const before = this.myTurn ? log.findLastIndex((entry) => entry.seat !== you) + 1 : log.length;
    const mine = log.slice(0, before).findLastIndex((entry) => entry.seat === you);
    return mine >= 0 ? mine + 1 : lastSeen(table, you);
  });
}
