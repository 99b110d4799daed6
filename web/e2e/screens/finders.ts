/** What is wrong with a screen, found by geometry in what was measured on it (`measure.ts`); pure, so that each finder has
    its own tests. Positions are CSS pixels from the upper left corner of the window. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An ancestor that shows only what lies within it; `reach` is how far it can be scrolled, nothing where it cannot. */
export interface Clip {
  what: string;
  shows: Rect;
  reach: Rect | null;
}

/** A text or a control as it was laid out, before anything cuts it. */
export interface Piece {
  kind: 'text' | 'target';
  what: string; // which element, in words that find it
  says: string; // the text, or the control's name
  laid: boolean; // around a board or on it
  sum: boolean; // what a dialog is about: its table's last line
  drawn: boolean; // part of a drawing, in which pieces lie on each other on purpose
  layer: string; // what floats above the rest is a layer of its own
  lines: Rect[]; // of a text, line by line; a control's box
  block: number; // the pieces of one paragraph have one number
  within: number[]; // the controls around it, by their places in the list
  clips: Clip[]; // from the inside out; the last one is the window
  faint: boolean; // shown only for a moment, or when it has the focus
  inline: boolean; // a control in the middle of a sentence
  open: boolean; // a control that does something now
  needs: number; // the width that its text wants, where the browser cuts it off by itself; 0 if it does not
  coveredBy: string; // what lies on the middle of a control
  size: number; // of its letters
}

export interface Screen {
  name: string;
  window: Rect;
  touch: boolean;
  pieces: Piece[];
  page: Rect; // as far as the page can be scrolled
  board: { drawn: Rect; room: Rect; scrolls: boolean } | null;
  advised: { ring: Rect; panel: Rect } | null; // what a hint speaks of, and the hint
  moved: { by: number; what: string[] };
}

export interface Finding {
  finder: string;
  screen: string;
  what: string;
  found: string;
  expected: string;
}

export const width = (box: Rect): number => Math.max(0, box.right - box.left);
export const height = (box: Rect): number => Math.max(0, box.bottom - box.top);
export const area = (box: Rect): number => width(box) * height(box);
export const shared = (a: Rect, b: Rect): Rect => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
const round = (n: number): string => String(Math.round(n * 10) / 10);
export const sizeOf = (box: Rect): string => `${round(width(box))} x ${round(height(box))}`;

const SLACK = 1.5; // pixels that rounding and the shape of letters may take
const LETTERS = 0.2; // above and below its letters a line has so much air

/** How far a box lies beyond another. */
const beyond = (box: Rect, border: Rect): number =>
  Math.max(border.left - box.left, border.top - box.top, box.right - border.right, box.bottom - border.bottom);

/** The part of a box that is on the screen now. */
export const seen = (box: Rect, clips: Clip[]): Rect => clips.reduce((part, clip) => shared(part, clip.shows), box);

/** The letters of a line without the air around them. */
const letters = (line: Rect): Rect => {
  const air = height(line) * LETTERS;
  return { ...line, top: line.top + air, bottom: line.bottom - air };
};

/** What keeps a box from ever being seen whole, however one scrolls. */
export function cutBy(box: Rect, clips: Clip[]): Clip | null {
  let rest = box;
  for (const clip of clips) {
    if (beyond(rest, clip.reach ?? clip.shows) > SLACK) return clip;
    // What can be scrolled into sight is as good as what it is scrolled in.
    if (clip.reach && beyond(rest, clip.shows) > 0) rest = clip.shows;
  }
  return null;
}

const name = (piece: Piece): string => `${piece.what} “${piece.says.slice(0, 60)}”`;
type Finder = (screen: Screen) => Finding[];
const told = (finder: string, { name: screen }: Screen, what: string, found: string, expected: string): Finding => ({
  finder,
  screen,
  what,
  found,
  expected,
});

/** Text that is cut off by a border that cannot be scrolled, or that ends in an ellipsis. */
export const cutOff: Finder = (screen) =>
  screen.pieces
    .filter(({ kind, faint }) => kind === 'text' && !faint)
    .flatMap((piece) => {
      const box = bounds(piece.lines);
      if (piece.needs > width(box) + SLACK)
        return [
          told('cut off', screen, name(piece), `${round(width(box))} px wide`, `${round(piece.needs)} px for its text`),
        ];
      const by = piece.lines.map((line) => cutBy(letters(line), piece.clips)).find((clip) => clip !== null);
      if (!by) return [];
      const line = piece.lines.find((one) => cutBy(letters(one), piece.clips))!;
      const more = round(beyond(letters(line), by.reach ?? by.shows));
      return [told('cut off', screen, name(piece), `${more} px of it beyond ${by.what}`, 'all of it to be seen')];
    });

/** Controls that lie where nobody can scroll to. */
export const outOfReach: Finder = (screen) =>
  screen.pieces
    .filter(({ kind, faint, drawn, open }) => kind === 'target' && !faint && (!drawn || open))
    .flatMap((piece) => {
      const by = cutBy(piece.lines[0], piece.clips);
      // A drawing may end a little beside what can be clicked in it.
      if (!by || (piece.drawn && area(seen(piece.lines[0], piece.clips)) > 0.7 * area(piece.lines[0]))) return [];
      return [told('out of reach', screen, name(piece), `beyond ${by.what}`, 'on the screen, or to be scrolled to')];
    });

/** A page that is wider than the window. */
export const tooWide: Finder = (screen) => {
  const more = width(screen.page) - width(screen.window);
  return more > SLACK
    ? [told('too wide', screen, 'the page', `${round(more)} px wider than the window`, 'nothing to scroll sideways')]
    : [];
};

/** Text around a board that is seen only once its column is scrolled, where the board itself stays; and a dialog's total. */
export const below: Finder = (screen) => {
  const stays = screen.board !== null && !screen.board.scrolls;
  return screen.pieces
    .filter(({ kind, laid, sum, drawn, faint }) => kind === 'text' && (sum || (stays && laid)) && !drawn && !faint)
    .filter(({ lines, clips }) => lines.some((line) => beyond(letters(line), seen(letters(line), clips)) > SLACK))
    .map((piece) => told('below', screen, name(piece), 'in sight once one scrolls', 'in sight'));
};

const SMALLEST = { touch: 44, mouse: 24 };

/** Controls that are too small to hit. In a drawing those count that do something now, with all that answers to a finger there. */
export const tooSmall: Finder = (screen) => {
  const least = screen.touch ? SMALLEST.touch : SMALLEST.mouse;
  return screen.pieces
    .filter(({ kind, faint, inline, drawn, open }) => kind === 'target' && !faint && !inline && (!drawn || open))
    .filter(({ lines: [box] }) => Math.min(width(box), height(box)) < least - 0.5)
    .map((piece) => told('too small', screen, name(piece), sizeOf(piece.lines[0]), `${least} x ${least}`));
};

/** Text or controls that lie on other ones of the same layer; in a drawing only letters on letters count. */
export const overlapping: Finder = (screen) => {
  const shown = screen.pieces.map((piece, at) => ({
    piece,
    at,
    boxes: piece.lines
      .map((line) => seen(piece.kind === 'text' ? letters(line) : line, piece.clips))
      .filter((box) => area(box) > 0),
  }));
  const found: Finding[] = [];
  for (const one of shown)
    for (const other of shown.slice(one.at + 1)) {
      if (!mayCollide(one.piece, one.at, other.piece, other.at)) continue;
      const both = one.boxes
        .flatMap((box) => other.boxes.map((second) => shared(box, second)))
        .find((box) => width(box) > 2 && height(box) > 2);
      if (both)
        found.push(
          told(
            'overlapping',
            screen,
            `${name(one.piece)} and ${name(other.piece)}`,
            sizeOf(both),
            'each its own place',
          ),
        );
    }
  return found;
};

function mayCollide(a: Piece, atA: number, b: Piece, atB: number): boolean {
  if (a.faint || b.faint || a.layer !== b.layer) return false;
  if (a.within.includes(atB) || b.within.includes(atA)) return false;
  if (a.kind === 'text' && b.kind === 'text') return a.block !== b.block;
  return !a.drawn && !b.drawn;
}

/** Controls under something else. */
export const covered: Finder = (screen) =>
  screen.pieces
    .filter(({ kind, faint, drawn, coveredBy }) => kind === 'target' && !faint && !drawn && coveredBy !== '')
    .map((piece) => told('covered', screen, name(piece), `under ${piece.coveredBy}`, 'nothing above it'));

const FEW_WORDS = 4;

/** Paragraphs in so narrow a column that hardly two words stand on a line. */
export const squeezed: Finder = (screen) =>
  screen.pieces
    .filter(({ kind, faint, drawn }) => kind === 'text' && !faint && !drawn)
    .flatMap((piece) => {
      const words = piece.says.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      const { length } = piece.lines;
      return words >= FEW_WORDS && length >= FEW_WORDS && length > words * 0.7
        ? [told('squeezed', screen, name(piece), `${words} words on ${length} lines`, 'a column for its sentences')]
        : [];
    });

const SMALLEST_LETTERS = { written: 10, drawn: 6 }; // pixels; a drawing can be enlarged

/** Letters that are too small to read. */
export const unreadable: Finder = (screen) =>
  screen.pieces
    .filter(({ kind, faint, drawn, size }) => {
      const least = drawn ? SMALLEST_LETTERS.drawn : SMALLEST_LETTERS.written;
      return kind === 'text' && !faint && size > 0 && size < least;
    })
    .map((piece) =>
      told(
        'unreadable',
        screen,
        name(piece),
        `letters of ${round(piece.size)} px`,
        `${piece.drawn ? SMALLEST_LETTERS.drawn : SMALLEST_LETTERS.written} px`,
      ),
    );

const SHARE = { room: 1 / 2, window: 1 / 6 };

/** A board that leaves half of the room it has, or to which a window leaves hardly any. One that scrolls fills its room by its width. */
export const smallBoard: Finder = (screen) => {
  if (!screen.board) return [];
  const { drawn, room, scrolls } = screen.board;
  const filled = scrolls ? width(drawn) / width(room) : area(drawn) / area(room);
  const part = scrolls ? 1 : area(drawn) / area(screen.window);
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  return [
    ...(filled < SHARE.room
      ? [
          told(
            'small board',
            screen,
            `the board, ${sizeOf(drawn)} in ${sizeOf(room)}`,
            percent(filled),
            `${percent(SHARE.room)} of its room`,
          ),
        ]
      : []),
    ...(part < SHARE.window
      ? [
          told(
            'small board',
            screen,
            `the board, ${sizeOf(drawn)}`,
            percent(part),
            `${percent(SHARE.window)} of the window`,
          ),
        ]
      : []),
  ];
};

/** A hint that lies on what it recommends. */
export const hidesAdvice: Finder = (screen) => {
  if (!screen.advised) return [];
  const { ring, panel } = screen.advised;
  const part = area(shared(ring, panel)) / Math.max(1, area(ring));
  return part > 0.1
    ? [told('hides advice', screen, 'the hint', `covers ${Math.round(part * 100)} % of the move`, 'beside it')]
    : [];
};

const STILL = 0.01;

/** What moved by itself while the screen came up (Chromium's layout shift). */
export const moving: Finder = (screen) =>
  screen.moved.by > STILL
    ? [told('moving', screen, screen.moved.what.slice(0, 4).join(', '), round(screen.moved.by * 1000) + ' ‰', '10 ‰')]
    : [];

export const bounds = (lines: Rect[]): Rect => ({
  left: Math.min(...lines.map((line) => line.left)),
  top: Math.min(...lines.map((line) => line.top)),
  right: Math.max(...lines.map((line) => line.right)),
  bottom: Math.max(...lines.map((line) => line.bottom)),
});

export const FINDERS: Finder[] = [
  cutOff,
  below,
  outOfReach,
  tooWide,
  tooSmall,
  overlapping,
  covered,
  squeezed,
  unreadable,
  smallBoard,
  hidesAdvice,
  moving,
];

/** Where a finding is no fault, and why. */
export interface Exception {
  finder: string;
  what: RegExp;
  screen?: RegExp;
  why: string;
}

/** Everything that is wrong with a screen; alike things on it are named once, with how many there are. */
export function findings(screen: Screen, exceptions: Exception[] = []): Finding[] {
  const all = FINDERS.flatMap((finder) => finder(screen)).filter(
    (found) =>
      !exceptions.some(
        ({ finder, what, screen: where }) =>
          finder === found.finder && what.test(found.what) && (where?.test(found.screen) ?? true),
      ),
  );
  return all;
}

export const line = ({ finder, screen, what, found, expected }: Finding): string =>
  `${screen}: ${finder}: ${what}: ${found}: expected ${expected}`;
