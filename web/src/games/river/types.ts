/** What a seat sees of River of Gold, and what its box holds, as far as the page draws it. */

import type { RiverBox } from './geometry';

export type Reward = Record<string, number>;
export type GoodName = 'silk' | 'rice' | 'porcelain';
export const GOODS: GoodName[] = ['silk', 'rice', 'porcelain'];

export interface RiverPlayer {
  seat: number;
  clan: string | null;
  patron: string | null;
  die: number;
  koku: number;
  goods: Record<GoodName, number>;
  favor: number;
  favor_limit: number;
  influence: number[];
  ships: number[];
  royal: number | null;
  hand: string[] | null;
  hand_size: number;
  delivered: string[];
  points: number;
}

export interface RiverView {
  ask: string;
  turn: number;
  first: number;
  turns: number;
  last_turns: number;
  patrons: string;
  open_patrons: string[];
  building: number | null;
  players: RiverPlayer[];
  shores: { id: number; tile: string | null; markers: number[] }[];
  row: (string | null)[];
  stacks: { era: number; size: number; top: string | null }[];
  tiles_gone: string[];
  scoring: { region: number; id: string; points: number[] }[];
  masteries: { id: string; points: number[]; claims: number[] }[];
  deck_size: number;
  discards: string[];
  owed: { goods: number[]; discards: number; journey_reward: boolean; merchants: string[] };
}

export interface TileRow {
  id: string;
  era: number;
  type: string;
  imperial: boolean;
  influence: number;
  owner: Reward;
  visitor: Reward;
}

export interface CardRow {
  id: string;
  type: string;
  region: number;
  order: Record<GoodName, number>;
  ongoing?: string;
  endgame?: string;
  target?: string;
}

export interface Box extends RiverBox {
  shore: { spaces: { id: number; region: number; cost: number; bank: string; rivers: number[]; setup: string }[] };
  influence: { length: number; flower_step: number; tracks: { region: number; steps: (Reward & { at: number })[] }[] };
  mastery: { cards: { id: string; condition: string; n: number }[] };
  buildings: { tiles: TileRow[] };
  customers: { cards: CardRow[] };
  customer_types: Record<string, Reward>;
  customer_score: { vp_by_count: number[] };
  players: { cap_koku: number; cap_each_good: number; max_favor_limit: number };
  clans: { list: { id: string }[] };
}

export const REGION_COLOURS = ['#9b7be0', '#56b36b', '#d9ad45', '#dc6450', '#38b3a8', '#5a93ea'];
export const CLAN_COLOURS: Record<string, string> = { crab: '#5d94f2', mantis: '#4cba6b', crane: '#eef2fb', scorpion: '#ee5a50' };
export const TYPE_COLOURS: Record<string, string> = { port: '#1d6289', market: '#a4680f', manor: '#674895', shrine: '#a92f29' };

export const clanColour = (clan: string | null): string => (clan && CLAN_COLOURS[clan]) || '#d8c48c';
