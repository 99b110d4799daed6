import { gameParts } from '../parts';
import Board from './Board.svelte';
import Signs from './Glyphs.svelte';
import Hand from './Hand.svelte';
import PlayerBoard from './PlayerBoard.svelte';
import { pictured } from './pictured';
import Figures from './Figures.svelte';
import { flies } from './flies';
import type { FeyaBox, FeyaView } from './shown';
import { TERMS } from './terms';
import { text } from './text';
import './theme.css';

export default gameParts<FeyaView, FeyaBox>({
  Board,
  PlayerBoard,
  Figures,
  Hand,
  Signs,
  sign: 'fs',
  diagram: () => import('./Diagram.svelte'),
  piece: () => import('./Piece.svelte'),
  pieces: () => import('./pieces'),
  printed: () => import('./printed'),
  painter: () => import('./Painter.svelte'),
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
  terms: TERMS,
  flies,
  pictured,
  text,
});
