import { gameParts } from '../parts';
import Board from './Board.svelte';
import Figures from './Figures.svelte';
import { flies } from './flies';
import Signs from './Glyphs.svelte';
import Hand from './Hand.svelte';
import PlayerBoard from './PlayerBoard.svelte';
import { pictured } from './pictured';
import type { Box, RiverView } from './shown';
import { TERMS } from './terms';
import { text } from './text';
import './theme.css';

export default gameParts<RiverView, Box>({
  Board,
  PlayerBoard,
  Figures,
  Hand,
  Signs,
  sign: 'rg',
  diagram: () => import('./Diagram.svelte'),
  piece: () => import('./Piece.svelte'),
  pieces: () => import('./pieces'),
  printed: () => import('./printed'),
  onPlayerBoard: ['deliver', 'discard'],
  inHand: ['deliver', 'discard'],
  drawn: ['build', 'take', 'sail', 'deliver', 'discard', 'marker', 'die', 'trade'],
  ends: ['end', 'roll'],
  deliberate: ['end', 'roll', 'face', 'stop', 'patron'],
  terms: TERMS,
  flies,
  pictured,
  text,
});
