/** What the finders may find, and why it is right. Few, and each for a reason that will not go away. */

import type { Exception } from './finders';

export const EXCEPTIONS: Exception[] = [
  {
    finder: 'overlapping',
    what: /^button\.moment.*” and button\.moment/,
    why: 'a mark on the graph stands where its moment was; each moment also has a card in the list',
  },
  {
    finder: 'covered',
    what: /^button\.moment/,
    why: 'the same',
  },
  {
    finder: 'moving',
    what: /^moment (svelte-\w+)(, (\w+ )?\1)*$/, // and what is in it
    why: 'while a review is made, the card of each moment comes where it belongs in the game',
  },
];
