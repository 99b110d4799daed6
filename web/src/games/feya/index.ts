import type { GameParts } from '..';
import Board from './Board.svelte';
import Signs from './Glyphs.svelte';
import PlayerBoard from './PlayerBoard.svelte';
import { flies } from './flies';
import { text } from './text';

export const feya: GameParts = {
  Board,
  PlayerBoard,
  Signs,
  sign: 'fs',
  diagram: () => import('./Diagram.svelte'),
  zooms: true,
  onPlayerBoard: ['track', 'special'],
  drawn: ['guide', 'block', 'fish', 'trade', 'build', 'sail', 'improve', 'celebrate', 'spirit', 'use', 'swap', 'boat', 'go', 'lay', 'site', 'track', 'special', 'feast', 'take'],
  flies,
  text,
};
