/** What a game gives the page. */

import type { Component } from 'svelte';
import type { GameBoard, PrintedBox } from '../lib/api';
import type { Message, Terms } from '../lib/words';

export interface Paragraph {
  heading: string;
  lines: string[];
}

/** A card or tile for the rules, in words made from the box; `picture` is `KIND:ID`. */
export interface Piece {
  id: string;
  under: string; // the paragraph it stands under
  title: string;
  text: string;
  picture: string;
}

/** What makes an element a figure of the box that is edited where it is printed; it says which one, as `edit('guides', 2, 'range')`. */
export type Edit = (...at: (string | number)[]) => Record<string, unknown>;

export interface PrintedProps<Box = PrintedBox> {
  part: string; // `guides`, `maps.small`
  box: Box;
  edit: Edit;
  label: (...at: (string | number)[]) => string; // what a field is called
}

/** Something that a text of the box may be instead, and what it is called. */
export interface Choice {
  value: string;
  says: string;
}

/** The parts of a box that a game draws with its own pieces, and what a text in them can be. */
export interface Printed<Box = PrintedBox> {
  default: Component<PrintedProps<Box>>;
  PARTS: string[];
  choices?: (at: string, box: Box) => Choice[];
  /** What a text at a place of the box says, where it is neither a name nor a label. */
  says?: (at: string, value: string, box: Box) => string | undefined;
}

/** What a game gives the page; the types of its view and box come from the server's schema. */
export interface GameParts<View = GameBoard, Box = PrintedBox> {
  Board: Component<{ view: View; box: Box }>;
  PlayerBoard: Component<{ view: View; box: Box; seat: number; full?: boolean }>;
  /** A player's key figures as the cells of a table's row, and one's own hand in a line: a phone has them beside the board. */
  Figures?: Component<{ view: View; box: Box; seat: number }>;
  Hand?: Component<{ view: View; box: Box }>;
  /** Its drawn signs, laid on the page once. */
  Signs: Component;
  /** Whether the board zooms a part of itself; else the frame zooms all of it. */
  zooms?: boolean;
  /** Whether the player board has no more to say than a strip beside the board, which then has all the room. */
  boardAlone?: boolean;
  /** Kinds of move that are made on the player board, which a phone shows on its own. */
  onPlayerBoard: string[];
  /** Those of them that are made in the hand's line, too. */
  inHand?: string[];
  /** Kinds of move that are made on the board or the player board; the prompt line offers the rest. Without it all are. */
  drawn?: string[];
  /** Moves that end a turn: the prompt line has them in gold, the key E makes them. */
  ends?: string[];
  /** Moves that end a part of a turn; where one is not allowed, more must be done. */
  stops?: string[];
  /** Moves that end it without doing anything: not pressed on anybody who can do something else. */
  lastResort?: string[];
  /** Kinds of move that say themselves that they are final: to ask once more would only be in the way. */
  deliberate?: string[];
  /** What arguments of its messages name. */
  terms: Terms;
  /** How the names of its signs begin: `rg` for `#rg-koku`. */
  sign: string;
  /** Small live pictures for its rules, fetched with them. */
  diagram?: () => Promise<{ default: Component<{ name: string; box: Box }> }>;
  /** Pictures of single cards and tiles for its rules, by `KIND:ID`. */
  piece?: () => Promise<{ default: Component<{ name: string; box: Box }> }>;
  /** Edits a drawing of its box by painting, where a text of the box is one. */
  painter?: () => Promise<{
    default: Component<{ art: string; box: Box; paint: (art: string, stroke: number) => void; label: string }>;
  }>;
  /** Draws parts of its box as they are printed, for editing; what it does not draw is a form. */
  printed?: () => Promise<Printed<Box>>;
  /** The cards and tiles whose words are made from the box. */
  pieces?: () => Promise<{ piecesOf: (box: Box) => Piece[] }>;
  /** The sign and the card or tile (`KIND:ID`, as in `piece`) that show what a line of the log is about. */
  pictured?: (change: Message) => { sign?: string; card?: string } | null;
  /** What flies where when something changes: a sign, the piece it goes to (or comes from, if it is paid), how many, and for
      points the reason. */
  flies?: (change: Message) => { sign: string; to: string; amount: number; reason?: string } | null;
  /** The same table in words. */
  text: (view: View, box: Box, names: string[], seat?: number | null) => Paragraph[];
}

/** The frame holds any game and hands each only its own views and box: the one place where their types are let go. */
export const gameParts = <View extends GameBoard, Box extends PrintedBox>(parts: GameParts<View, Box>): GameParts =>
  parts as unknown as GameParts;
