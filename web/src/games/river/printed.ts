/** The parts of the box that are drawn for editing, and what a text in them can be. */

import { word } from '../../lib/words';
import type { Choice } from '../parts';
import type { Box } from './shown';

export { default } from './Printed.svelte';

export const PARTS = [
  'shore',
  'river',
  'regions',
  'influence',
  'region_scoring',
  'mastery',
  'buildings',
  'customers',
  'customer_score',
  'patrons',
  'players',
  'trade',
  'die',
  'journey',
  'eras',
  'end_game',
  'customer_types',
  'abilities',
];

const CONDITIONS = (box: Box): string[] => [...new Set(box.mastery.cards.map((card) => card.condition))];

/** What may stand at a place of the box instead. */
export function choices(at: string, box: Box): Choice[] {
  const mastery = at.match(/^mastery\.cards\[(\d+)\]\.condition$/);
  if (!mastery) return [];
  const n = box.mastery.cards[Number(mastery[1])].n;
  return CONDITIONS(box).map((value) => ({ value, says: word(`river_condition_${value}`, { n }) }));
}
