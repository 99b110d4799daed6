/** A file that the page itself has made, for the browser to save. */

export function saveFile(text: string, name: string, type = 'application/json'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export type TrackerKind = 'bgstats' | 'csv';
const ENDING: Record<TrackerKind, string> = { bgstats: 'json', csv: 'csv' };

/** A finished game for a play tracker. */
export const saveExport = (text: string, game: string, kind: TrackerKind): void =>
  saveFile(text, `${game}-${kind}.${ENDING[kind]}`, kind === 'csv' ? 'text/csv' : 'application/json');
