/** What a seat sees of River of Gold and what its box holds: the server's own types by their short names. */

import type { Shapes } from '../../lib/api';

export type RiverView = Shapes['RiverView'];
export type RiverPlayer = Shapes['RiverPlayer'];
export type Box = Shapes['RiverBox'];
export type TileRow = Box['buildings']['tiles'][number];
export type CardRow = Box['customers']['cards'][number];
export type Reward = Partial<Record<string, number>>;
export type GoodName = keyof Shapes['RiverGoods'];

export const GOODS: GoodName[] = ['silk', 'rice', 'porcelain'];
