/** Why notices to an address or a device were given up, in words. */

import type { Shapes } from '../lib/api';
import { endpointHere, markOf } from '../lib/push';
import { m } from '../lib/words';

type Failure = NonNullable<NonNullable<Shapes['NoticesView']['webhook']>['failed']>;

const WORDS: Record<Failure, () => string> = {
  too_slow: () => m.away_why_too_slow(),
  unreachable: () => m.away_why_unreachable(),
  redirected: () => m.away_why_redirected(),
  gone: () => m.away_why_gone(),
  refused: () => m.away_why_refused(),
  private: () => m.away_why_private(),
  no_push: () => m.away_why_refused(),
};
export const failureWords = (failed: Failure): string => WORDS[failed]();

/** Why this device is told nothing any more, if that is so. */
export async function givenUpHere(devices: Shapes['DeviceGivenUp'][]): Promise<Failure | null> {
  const endpoint = devices.length ? await endpointHere() : null;
  const mark = endpoint === null ? null : await markOf(endpoint);
  return devices.find(({ device }) => device === mark)?.why ?? null;
}
