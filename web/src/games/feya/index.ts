import { gameParts } from '../parts';
import Board from './Board.svelte';
import Signs from './Glyphs.svelte';
import PlayerBoard from './PlayerBoard.svelte';
import { flies } from './flies';
import type { FeyaBox, FeyaView } from './shown';
import { text } from './text';

export const feya = gameParts<FeyaView, FeyaBox>({
  Board,
  PlayerBoard,
  Signs,
  sign: 'fs',
  diagram: () => import('./Diagram.svelte'),
  zooms: true,
  onPlayerBoard: ['track', 'special'],
  drawn: [
    'guide',
    'block',
    'fish',
    'trade',
    'build',
    'sail',
    'improve',
    'celebrate',
    'spirit',
    'use',
    'swap',
    'boat',
    'go',
    'lay',
    'site',
    'track',
    'special',
    'feast',
    'take',
  ],
  stops: ['done'],
  lastResort: ['pass'],
  flies,
  text,
});
