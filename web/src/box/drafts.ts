/** Boxes that are being entered, as the browser keeps them: several for a game, each under a name. */

import type { Tables } from './tables';

export interface Draft {
  id: number;
  name: string; // empty until it is given one
  tables: Tables;
}
const MOST = 20;
const key = (game: string): string => `sampan.box.${game}`;

/** A game's drafts, the one last worked on first. */
export function readDrafts(game: string): Draft[] {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as Draft[]) : [];
  } catch {
    return [];
  }
}
/** Whether there was room for them. */
export function keepDrafts(game: string, drafts: Draft[]): boolean {
  try {
    localStorage.setItem(key(game), JSON.stringify(drafts.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}
/** With this one changed and first; it is new where there is none of its number. */
export const worked = (drafts: Draft[], draft: Draft): Draft[] => [
  draft,
  ...drafts.filter(({ id }) => id !== draft.id),
];
export const nextId = (drafts: Draft[]): number => Math.max(0, ...drafts.map(({ id }) => id)) + 1;
