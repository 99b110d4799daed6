/** What the editor begins with: the shipped box with its shape, and what of a link or a draft is laid over it. */

import { seeBox, seeKeptBox, seeShape } from '../lib/api';
import { readDrafts } from './drafts';
import { type Schema, schemaOf, type Tables } from './tables';

export interface Opened {
  game: string;
  shipped: Tables;
  tables: Tables;
  schema: Schema;
  draft: number | null; // which of the drafts in this browser it is
}

export async function opened(game: string, link: string | null): Promise<Opened> {
  const [shipped, shape, kept] = await Promise.all([
    seeBox(game) as unknown as Promise<Tables>,
    seeShape(game) as Promise<Schema>,
    link === null ? null : seeKeptBox(link),
  ]);
  if (kept && kept.game !== game) throw new Error('a box of another game');
  const draft = kept ? undefined : readDrafts(game)[0];
  const tables = (kept?.tables as Tables | undefined) ?? draft?.tables ?? shipped;
  return { game, shipped, tables, schema: shape.type ? shape : schemaOf(shipped), draft: draft?.id ?? null };
}
