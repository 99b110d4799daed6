/** Why notices to an address were given up, in words. */

import type { Shapes } from '../lib/api';
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
