/** The level at which one wins about half of the games, from one's last games against bots. */

import { LEVELS } from '../lib/levels';
import type { Played } from './summary';

type Level = (typeof LEVELS)[number];
export interface Suggestion {
  level: Level;
  than: Level; // the level played most lately
  games: number; // against that one, among the last ones
  won: number;
}

const FEWEST = 3; // games against the level of late before anything is said
const LATELY = 12;
const STEP = 2.2; // a level beats the one below nine times in ten: so far apart they are, in log-odds
const [LOWEST, HIGHEST, GRAIN] = [-1, LEVELS.length, 0.05];

const chance = (strength: number, level: number): number => 1 / (1 + Math.exp(-STEP * (strength - level)));

/** How strong somebody is who fared so, in levels: 1 holds their own against the second one. */
function strengthOf(games: { level: number; beaten: number }[]): number {
  let [best, found] = [-Infinity, 0];
  for (let strength = LOWEST; strength <= HIGHEST; strength += GRAIN) {
    // Somebody who never lost is given half a loss against each level met, so that the answer is a number.
    const doubts = [...new Set(games.map(({ level }) => level))].map((level) => ({ level, beaten: 0.5 }));
    const fits = [...games, ...doubts].reduce((sum, { level, beaten }) => {
      const won = chance(strength, level);
      return sum + beaten * Math.log(won) + (1 - beaten) * Math.log(1 - won);
    }, 0);
    if (fits > best) [best, found] = [fits, strength];
  }
  return found;
}

/** Another level than the one played of late, where one would win about half; nothing after too few games, or where it fits. */
export function suggestLevel(games: Played[]): Suggestion | null {
  const lately = games.filter(({ against }) => (LEVELS as readonly string[]).includes(against)).slice(-LATELY);
  if (!lately.length) return null;
  const than = lately.at(-1)!.against as Level;
  const there = lately.filter(({ against }) => against === than);
  if (there.length < FEWEST) return null;
  const strength = strengthOf(
    lately.map(({ against, beaten }) => ({ level: LEVELS.indexOf(against as Level), beaten })),
  );
  const level = LEVELS[Math.min(LEVELS.length - 1, Math.max(0, Math.round(strength)))];
  if (level === than) return null;
  return { level, than, games: there.length, won: there.filter(({ won }) => won > 0).length };
}
