/** A position from which somebody wants to play on: asked for anywhere on the page, answered by one dialog. */

import type { Source } from './source';

export interface Position {
  source: Source;
  game: string;
  names: string[];
  at: number;
  line?: string[]; // moves tried out from there
  roll?: number;
  seat: number; // the one I would play, unless I choose another
  going?: boolean; // from a game that goes on
}

class WhatIf {
  asked = $state.raw<Position | null>(null);
}

export const whatIf = new WhatIf();
