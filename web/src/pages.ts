/** The large parts of the page, fetched when they are wanted: a table as soon as its address is known, else while the lobby is idle. */

export const tablePage = () => import('./table/TablePage.svelte');
export const recordReplay = () => import('./replay/RecordReplay.svelte');
