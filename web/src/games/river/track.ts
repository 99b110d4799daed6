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
