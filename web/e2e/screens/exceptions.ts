/** What the finders may find, and why it is right. Few, and each for a reason that will not go away. */

import type { Exception } from './finders';

export const EXCEPTIONS: Exception[] = [
  {
    finder: 'cut off',
    what: /^span\.news /,
    why: 'the beginning of what happened since one’s last turn: its button opens all of it',
  },
];
