/** What a seat sees of Feya's Swamp, and what its box holds, as far as the page draws it. */

export type Gains = Record<string, number>;
export interface Worker { seat: number; axolotl: boolean }
export interface Space { pay: number; gain: Gains; worker: Worker | null; reserved: boolean }
export interface Settlement { hex: string; owner: number | null; fish: number; pays: number | null }
export interface Island { id: number; hexes: string[]; spirits: number; totem: boolean; towns: number[]; neutral: number; leaders: number[]; cost: (number | null)[]; feast: number[] }
export interface Temple { temple: string; hex: string; left: number; top: Gains }
export interface Reach { fish: string[]; trade: string[]; build: string[]; sail: string[] }
export interface Player {
  seat: number;
  clan: string;
  board: string;
  guide: string | null;
  passed: boolean;
  gold: number;
  mana: number;
  fish: number;
  workers: number;
  free_workers: number;
  axolotls: number;
  sailing: number;
  catch: number;
  range: number;
  boats: (string | null)[];
  reach: Reach[];
  built: number[];
  specials: { tile: number; track: number; place: number }[];
  temples: string[];
  tiles: string[];
  points: number;
}
export interface FeyaView {
  ask: string;
  stage: string;
  turn: number;
  first: number;
  turns: number;
  round: number;
  order: number[];
  side: 'small' | 'large';
  boat_at_island: boolean;
  swamp: { spirits: string[]; totem: string | null; settlements: Settlement[]; cut_off: string[]; sites: string[] };
  islands: Island[];
  spaces: Record<string, Space[]>;
  builder_card: Worker | null;
  temples: Temple[];
  axolotls: number;
  spirits: number;
  rounds: { fish: string[]; spirit: boolean; tiles: string[] }[];
  races: { aim: string; points: number[]; claims: number[] }[];
  score_cards: { aim: string; worth: number[] }[];
  guides: { guide: string; fish: number }[];
  players: Player[];
  under_way: { action: string | null; boat: number | null; boats_done: number[]; site: string | null; track: number | null; range: number; catch: number; discount: number; caught: number; sold: number; new_workers: number };
  refused: { id: string; args: Record<string, unknown>; hexes: string[] }[];
}
export interface FeyaBox {
  maps: Record<string, { art: string; sail_bonus: number }>;
  sailing_track: { vp: number[] };
  clan_boards: Record<string, unknown>;
  guides: { id: string; initiative: number; settlement: number; range: number }[];
  fish_cards: { cards: string[][] };
  races: { vp: number[] };
}
