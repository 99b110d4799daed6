/** The parts of the box that are drawn for editing, and what a text in them can be. */

import { m, word } from '../../lib/words';
import type { Choice } from '../parts';
import type { FeyaBox } from './shown';
import { ACTIONS, bonusWords, fishName, readSpace, rewardWords } from './terms';

export { default } from './Printed.svelte';

export const PARTS = [
  'actions.small',
  'actions.large',
  'sailing_track',
  'clan_boards',
  'temples',
  'fish_cards',
  'races',
  'round_bonus',
  'guides',
  'score_cards',
  'start',
  'prices',
  'points',
];

const SPACES = ['none', 'boat', 'worker', 'catch', 'mana', 'gold:3', 'vp:3', 'sail', 'sail_income', 'feast', 'special'];
const STARTS = ['*boat', '*mana', '*none', '*catch', '*gold:3', '*vp:3', '*sail_income'];
const NO_TILE = ['none', 'boat', 'worker', 'special'];
const BONUSES: Record<string, string[]> = {
  I: ['range:3', 'catch:1', 'build:-3'],
  II: ACTIONS.slice(0, 3).concat('celebrate', 'improve'),
  III: ['mana:1>axolotl:1', 'gold:4>axolotl:1', 'gold:6>mana:2', 'mana:2>fish:4', 'mana:3>gold:16'],
  IV: ['vp:4'],
};

/** What a text of the box says: a space of a clan board, a fish, a round bonus. */
export function says(at: string, value: string): string | undefined {
  if (at.startsWith('clan_boards.')) {
    const reward = rewardWords(readSpace(value));
    return value.startsWith('*') ? m.feya_paint_start({ reward }) : reward;
  }
  if (at.startsWith('fish_cards.')) return fishName(value);
  if (!at.startsWith('round_bonus.')) return undefined;
  return ACTIONS.includes(value as never) ? word(`feya_action_${value}`) : bonusWords(value.replaceAll(':', ''));
}

/** What may stand at a place of the box instead; a number in it is typed. */
export function choices(at: string, box: FeyaBox): Choice[] {
  return valuesAt(at, box).map((value) => ({ value, says: says(at, value) ?? value }));
}

function valuesAt(at: string, box: FeyaBox): string[] {
  if (/^clan_boards\.special_tiles\[/.test(at)) return SPACES.filter((one) => !NO_TILE.includes(one));
  const place = at.match(/^clan_boards\.\w+\[\d+\]\[(\d+)\]$/);
  if (place) return place[1] === '0' ? [...STARTS, ...SPACES] : SPACES;
  if (/^fish_cards\.cards\[\d+\]\[/.test(at)) {
    const drawn = Object.values(box.maps).flatMap(({ art }) => art.match(/\b[a-z]\b/g) ?? []);
    return [...new Set(['p', 'y', 'o', ...drawn])];
  }
  return BONUSES[at.match(/^round_bonus\.(\w+)\[/)?.[1] ?? ''] ?? [];
}
