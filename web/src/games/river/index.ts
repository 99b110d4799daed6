import type { GameParts } from '..';
import Board from './Board.svelte';
import PlayerBoard from './PlayerBoard.svelte';
import { text } from './text';

export const river: GameParts = {
  Board,
  PlayerBoard,
  drawn: ['build', 'take', 'sail', 'deliver', 'discard', 'marker', 'die', 'trade'],
  text,
};
