/** A finished game that can be reviewed, and its positions: a table's, or a record's. */

import { analyseRecord, replayRecord, Refusal, reviewRecord, type TableApi } from '../lib/api';
import type { Analysis, Position, ReviewState } from '../lib/api';

export interface Source {
  /** Have it reviewed and hear of every step; what is returned ends it. */
  follow(take: (state: ReviewState) => void, refused: (code: string) => void): () => void;
  /** After so many moves of the game and these that are tried from there; the end of the game has none. */
  position(at: number, line: string[]): Promise<Analysis>;
  end(moves: number): Promise<Position>;
}

const LOOK = 1500; // ms between two looks how far it is
const LATER = 5000; // ms, where it cannot begin yet
const PASSING = ['not_ready', 'too_many_reviews', 'too_many', 'unreachable', 'store_unavailable'];

/** Asks for a table's review, looks how far it is, and asks again where whoever worked on it is gone. */
export function tableSource(api: TableApi): Source {
  function follow(take: (state: ReviewState) => void, refused: (code: string) => void): () => void {
    let [gone, known] = [false, null as number | null];
    let timer: ReturnType<typeof setTimeout>;
    const look = (begin: boolean): void => {
      (begin ? api.askReview() : api.review(known)).then(
        (found) => {
          if (gone) return;
          if (found.review) known = found.done;
          take(found);
          if (found.state !== 'done') timer = setTimeout(() => look(found.state === 'none'), LOOK);
        },
        (error: unknown) => {
          const code = error instanceof Refusal ? error.code : 'unreachable';
          if (gone) return;
          refused(code);
          if (PASSING.includes(code)) timer = setTimeout(() => look(true), LATER);
        },
      );
    };
    look(true);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }
  return { follow, position: (at, line) => api.analysis({ at, line, roll: 0 }), end: (moves) => api.at(moves) };
}

/** A record's review comes on one connection, which ends it when it is closed. */
export function recordSource(text: string): Source {
  function follow(take: (state: ReviewState) => void, refused: (code: string) => void): () => void {
    const ending = new AbortController();
    reviewRecord(text, take, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) refused(error instanceof Refusal ? error.code : 'unreachable');
    });
    return () => ending.abort();
  }
  return {
    follow,
    position: (at, line) => analyseRecord(text, { at, line, roll: 0 }),
    end: (moves) => replayRecord(text, moves, -1),
  };
}
