/** Which move a hex stands for, given what is asked. */

const PLACES: Record<string, string> = {
  go: 'go',
  lay: 'lay',
  site: 'site',
  start_site: 'site',
  neutral_site: 'site',
  spirit: 'site',
};

export function textsAt(ask: string, hex: string, island: number | null, seat: number | null): string[] {
  if (seat === null) return [];
  if (ask === 'island') return island === null ? [] : [`feast:${island}`];
  return PLACES[ask] ? [`${PLACES[ask]}:${hex}`] : [];
}
