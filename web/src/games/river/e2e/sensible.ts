/** How the tests play River of Gold. */

/** Something sensible: end a turn when it can be ended, build or deliver before sailing, no endless trading. */
export const sensible = (moves: string[]): string | undefined => {
  const first = (kind: RegExp) => moves.find((move) => kind.test(move));
  return (
    first(/^confirm$/) ??
    first(/^(end|roll)$/) ??
    first(/^(deliver|discard|take|good|journey|merchant|sell|marker|royal|patron)/) ??
    first(/^build/) ??
    first(/^sail/) ??
    first(/^stop/)
  );
};
