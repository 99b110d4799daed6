/** A pointer that rests has asked about nothing: what comes to lie under it was not pointed at. */

let rest: string | null = null;
const spot = ({ clientX, clientY }: PointerEvent): string => `${clientX} ${clientY}`;
// A move is told after what it came over, so this is where the pointer was before.
addEventListener('pointermove', (event) => (rest = spot(event)), { capture: true });

/** Whether the pointer came over something without having been moved. */
export const rests = (event: PointerEvent): boolean =>
  /mouse|pen/.test(event.pointerType) && (rest === null || rest === spot(event));
