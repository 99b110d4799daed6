/** How strong a bot is, in words. */

import { m } from '../paraglide/messages.js';

export const LEVELS = ['learner', 'club', 'expert', 'master'] as const;

/** In one word; a bot that is none of these goes by its own name. */
export const levelName = (bot: string): string =>
  [m.level_name_1(), m.level_name_2(), m.level_name_3(), m.level_name_4()][
    LEVELS.indexOf(bot as (typeof LEVELS)[number])
  ] ?? bot;
