/** How an influence track is laid out: equal steps, the last one wider, for it carries two rewards. */

export interface TrackSize {
  steps: number;
  wide: number;
  deep: number;
  head: number; // room for the region's sign
  cell: number;
}

const LAST = 2; // cells the last step takes
const HEAD = 30;

export const trackSize = (steps: number, wide: number, deep: number, room: number): TrackSize => ({
  steps,
  wide,
  deep,
  head: HEAD,
  cell: (wide - room) / (steps + LAST - 1),
});
export const stepWide = (size: TrackSize, step: number): number => size.cell * (step === size.steps ? LAST : 1);
export const stepMiddle = (size: TrackSize, step: number): number =>
  size.head + (step - 1) * size.cell + stepWide(size, step) / 2;

/** A rectangle with round corners, as part of a path. */
export const rounded = (x: number, y: number, wide: number, deep: number, r: number): string =>
  `M${x + r} ${y}h${wide - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${deep - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - wide}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - deep}a${r} ${r} 0 0 1 ${r} ${-r}z`;
