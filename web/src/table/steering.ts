/** Going by keyboard from one thing that can be done to the next: round all of them, or with the arrows to the nearest. */

export type Point = [number, number];

export const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const [NEAR, ASIDE] = [4, 2.2]; // pixels that count as the same place; how much worse it is to be beside the way than far along it

/** Which of the points lies nearest in a direction; -1 if none does. */
export function nearest(from: Point, points: Point[], [x, y]: Point): number {
  let [best, least] = [-1, Infinity];
  points.forEach((point, k) => {
    const [right, down] = [point[0] - from[0], point[1] - from[1]];
    const along = right * x + down * y;
    const aside = Math.abs(right * y) + Math.abs(down * x);
    const way = along + ASIDE * aside;
    if (along > NEAR && way < least) [best, least] = [k, way];
  });
  return best;
}

/** Which of the points lies nearest of all; -1 if there are none. */
function closest(from: Point, points: Point[]): number {
  const far = points.map(([x, y]) => Math.hypot(x - from[0], y - from[1]));
  return far.indexOf(Math.min(...far));
}

const middle = (one: Element): Point => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** What keys do over a board: round what can be done, an offer by its number, and what letters mean there. */
export function boardKeys(
  offers: () => { text: string }[],
  play: (text: string) => void,
  letters: Record<string, () => unknown>,
): (event: KeyboardEvent) => void {
  const steering = new Steering();
  return (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (target instanceof Element && target.closest('dialog')) return; // which lies over the board
    if ((typing && event.key !== 'Escape') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      if (steering.toward(event.key)) event.preventDefault();
    } else if (event.key === 'n') steering.round(1);
    else if (event.key === 'p') steering.round(-1);
    else if (/^[1-9]$/.test(event.key)) {
      const offer = offers()[Number(event.key) - 1];
      if (offer) play(offer.text);
    } else letters[event.key]?.();
  };
}

export class Steering {
  private last: Point | null = null; // where the focus was, for a move takes its place away

  private all(): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>('.frame [data-move]:not([disabled])')].filter((one) =>
      one.checkVisibility(),
    );
  }
  private go(to: HTMLElement | undefined): void {
    if (!to) return;
    to.focus();
    this.last = middle(to);
  }

  /** Round everything that can be done now, beginning near where the focus was. */
  round(step: number): void {
    const all = this.all();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at >= 0) this.go(all[(at + step + all.length) % all.length]);
    else this.go(this.last === null ? all[0] : all[closest(this.last, all.map(middle))]);
  }

  /** Over the table, from where the focus is or was; says whether the arrow was ours. */
  toward(arrow: string): boolean {
    const focused = document.activeElement;
    const ours = focused instanceof Element && focused.hasAttribute('data-move');
    if (!ours && focused !== document.body && focused !== null) return false;
    const all = this.all();
    const from = ours ? middle(focused) : this.last;
    this.go(from === null ? all[0] : all[nearest(from, all.map(middle), ARROWS[arrow])]);
    return true;
  }
}
