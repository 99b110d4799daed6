/** How a table's game ended, as this browser remembers it. */

import type { SeatView, TableView } from '../lib/api';
import type { Outcome } from '../lib/mine';

export const botsOf = (seats: Pick<SeatView, 'kind' | 'bot'>[]): (string | null)[] =>
  seats.map(({ kind, bot }) => (kind === 'bot' ? bot : null));

export const outcomeOf = (view: TableView): Outcome => ({
  winners: view.winners,
  scores: view.scores,
  sheet: view.score_sheet,
  bots: botsOf(view.seats),
});
