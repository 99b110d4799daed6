/** Where a device sits that holds several seats, once they were drawn: each of its cookies is asked which seat it has now. */

import { TableApi } from './api';
import { heldHere, keepTable, myTable } from './mine';

export async function learnSeats(table: string): Promise<void> {
  const held = heldHere(table);
  const mine = myTable(table);
  if (!mine || mine.asks || held.length < 2) return;
  const asks = held.map(({ chair }) => chair);
  const found = await Promise.all(asks.map((chair) => new TableApi(table, chair).brief()));
  const seats = found.map(({ you }) => you);
  if (seats.some((seat) => seat === null)) return;
  const split = mine.chairs.length;
  keepTable({ ...mine, chairs: seats.slice(0, split) as number[], also: seats.slice(split) as number[], asks });
}
