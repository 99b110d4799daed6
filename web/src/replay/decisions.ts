/** From decision to decision. */

/** The decision to jump to: the next or the last one before, of one seat or of anybody; nothing where there is none. */
export function decisionFrom(
  decisions: number[][],
  seat: number | null,
  at: number,
  way: 'next' | 'back',
): number | null {
  const plies = (seat === null ? decisions.flat() : (decisions[seat] ?? [])).filter((ply) =>
    way === 'next' ? ply > at : ply < at,
  );
  if (plies.length === 0) return null;
  return way === 'next' ? Math.min(...plies) : Math.max(...plies);
}
