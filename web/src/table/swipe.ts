/** A finger that goes quickly to one side turns to what lies there, as pages do. */

const [FAR, ASIDE, QUICK] = [56, 0.6, 600]; // pixels to the side; how far down for each of them; milliseconds

/** Whether something between the finger and the area moves sideways itself, as a board that is larger than its room does. */
function slides(from: Element | null, area: Element): boolean {
  for (let at = from; at && at !== area; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  return false;
}

/** Calls `turn` with 1 for the next, -1 for the one before. The browser keeps scrolling up and down to itself. */
export const swipes =
  (turn: (step: 1 | -1) => void) =>
  (area: HTMLElement): (() => void) => {
    let begun: { id: number; x: number; y: number; at: number } | null = null;
    const down = ({ pointerId, pointerType, isPrimary, clientX, clientY, timeStamp, target }: PointerEvent): void => {
      const free = isPrimary && pointerType === 'touch' && target instanceof Element && !slides(target, area);
      const typed = target instanceof Element && target.closest('input, textarea, select') !== null;
      begun = free && !typed ? { id: pointerId, x: clientX, y: clientY, at: timeStamp } : null; // a second finger pinches
    };
    const up = ({ pointerId, clientX, clientY, timeStamp }: PointerEvent): void => {
      if (begun?.id !== pointerId) return;
      const [aside, along] = [clientX - begun.x, Math.abs(clientY - begun.y)];
      const quick = timeStamp - begun.at < QUICK;
      begun = null;
      if (quick && Math.abs(aside) > FAR && along < Math.abs(aside) * ASIDE) turn(aside < 0 ? 1 : -1);
    };
    const gone = (): void => void (begun = null);
    area.addEventListener('pointerdown', down);
    area.addEventListener('pointerup', up);
    area.addEventListener('pointercancel', gone);
    return () => {
      area.removeEventListener('pointerdown', down);
      area.removeEventListener('pointerup', up);
      area.removeEventListener('pointercancel', gone);
    };
  };
