/** A board that a game's package brings ready made: a module in plain JavaScript, which knows nothing of this page. */

import type { GameBoard, PrintedBox } from '../../lib/api';
import { below } from '../../lib/root';
import type { TableSession } from '../../lib/session.svelte';
import { say } from '../../lib/words';

/** All that such a board is told, and may do. */
export interface PrebuiltTable {
  view: GameBoard;
  box: PrintedBox;
  seat: number | null; // through whose eyes it is seen
  names: string[];
  legal: string[]; // the moves that are allowed now, as texts
  play(move: string): void;
  why(move: string): void; // shows the engine's reason against a move
  say(id: string, args?: Record<string, unknown>): string; // a message in the page's language
}

export interface MountedBoard {
  update(table: PrebuiltTable): void;
  destroy(): void;
}

export interface BoardModule {
  mount(element: HTMLElement, table: PrebuiltTable): MountedBoard;
}

export const loadBoard = (address: string): Promise<BoardModule> => import(/* @vite-ignore */ below(address));

export const tableFor = (session: TableSession, view: GameBoard, box: PrintedBox): PrebuiltTable => ({
  view,
  box,
  seat: session.seat,
  names: [...session.names],
  legal: [...session.moves.keys()],
  play: (move) => (session.moves.has(move) ? session.play(move) : session.why(move)),
  why: (move) => session.why(move),
  say: (id, args = {}) => say({ id, args }, session.names),
});
