/** A game whose positions can be left and looked into: a table's, or a record's. */

import { adviseRecord, analyseRecord, branchRecord, type TableApi } from '../lib/api';
import type { Advice, Analysis, Opened, PlayOn, Somewhere } from '../lib/api';

export interface Source {
  /** Under which this browser keeps what was tried. */
  readonly name: string;
  branch(asked: PlayOn): Promise<Opened>;
  analysis(at: Somewhere): Promise<Analysis>;
  advice(at: Somewhere): Promise<Advice>;
}

export const tableSource = (api: TableApi): Source => ({
  name: api.table,
  branch: (asked) => api.branch(asked),
  analysis: (at) => api.analysis(at),
  advice: (at) => api.advice(at),
});

/** Tells one text from another. */
const sum = (text: string): number => [...text].reduce((all, one) => (Math.imul(all, 31) + one.charCodeAt(0)) | 0, 0);

export const recordSource = (text: string): Source => ({
  name: `record${sum(text)}`,
  branch: (asked) => branchRecord(text, asked),
  analysis: (at) => analyseRecord(text, at),
  advice: (at) => adviseRecord(text, at),
});
