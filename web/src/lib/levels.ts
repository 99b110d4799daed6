/** Bots in words: how strong one is, and what it is called. */

import { m } from '../paraglide/messages.js';
import type { SeatView } from './api';

export const LEVELS = ['beginner', 'learner', 'club', 'expert', 'master'] as const;
/** Who fills a seat where nobody said who. */
export const USUAL = 'club' satisfies (typeof LEVELS)[number];

const WORDS: Record<string, () => string> = {
  beginner: () => m.level_name_0(),
  learner: () => m.level_name_1(),
  club: () => m.level_name_2(),
  expert: () => m.level_name_3(),
  master: () => m.level_name_4(),
  random: () => m.level_name_random(),
  greedy: () => m.level_name_greedy(),
};

/** In one word; a bot that is none of these goes by its own name. */
export const levelName = (bot: string): string => WORDS[bot]?.() ?? bot;

const CHOICES = [() => m.level_0(), () => m.level_1(), () => m.level_2(), () => m.level_3(), () => m.level_4()];
/** In a few words, where one is chosen. */
export const levelWords = (level: (typeof LEVELS)[number]): string => CHOICES[LEVELS.indexOf(level)]();

/** What a bot may be changed to; one that is none of the levels stays among them. */
export const levelsFor = (bot: string | null): string[] =>
  bot && !(LEVELS as readonly string[]).includes(bot) ? [bot, ...LEVELS] : [...LEVELS];

/** Whoever sits there; a bot that nobody has named bears the name of its kind, and gets one in the reader's language.
 *  It is numbered among the bots of its table; the only one needs no number. */
export const nameOf = ({ seat, kind, name, bot }: SeatView, _: number, seats: SeatView[]): string => {
  if (kind !== 'bot' || name !== bot?.split(':')[0]) return name;
  const bots = seats.filter((one) => one.kind === 'bot').map((one) => one.seat);
  return botName(bots.indexOf(seat) + 1, bots.length);
};

/** What the so manyth bot of so many is called. */
export const botName = (n: number, bots: number): string => m.bot_name({ n: bots > 1 ? n : '' }).trim();
