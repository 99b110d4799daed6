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

/** What a mastery asks for, with the number on it. */
export function says(at: string, value: string, box: Box): string | undefined {
  const mastery = at.match(/^mastery\.cards\[(\d+)\]\.condition$/);
  return mastery ? word(`river_condition_${value}`, { n: box.mastery.cards[Number(mastery[1])]?.n }) : undefined;
}

/** What may stand at a place of the box instead. */
export const choices = (at: string, box: Box): Choice[] =>
  says(at, '', box) === undefined ? [] : CONDITIONS(box).map((value) => ({ value, says: says(at, value, box)! }));
