/** What a seat sees of Feya's Swamp and what its box holds: the server's own types by their short names. */

import type { Shapes } from '../../lib/api';

export type FeyaView = Shapes['FeyaView'];
export type FeyaBox = Shapes['FeyaBox'];
export type Island = Shapes['FeyaIsland'];
export type Player = Shapes['FeyaPlayer'];
export type Settlement = Shapes['FeyaSettlement'];
export type Space = Shapes['FeyaSpace'];
export type Temple = Shapes['FeyaTemple'];
export type Worker = Shapes['FeyaWorker'];
export type ActionName = keyof Shapes['FeyaSpaces'];
export type BoatAction = keyof Shapes['FeyaReach'];
export type BoardName = 'normal' | 'crocodile' | 'turtle' | 'frog' | 'salamander';
export type Gains = Record<string, number>;
