/** Guided first games: where a table stands in one, and the words of every step in every language. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games, GAMES_FOLDER as GAMES } from './found';
import { laidOut, type Step, stepAfter } from '../src/lesson/steps';

const steps: Step[] = [
  { id: 'hello' },
  { id: 'build', move: 'build:1' },
  { id: 'end', move: 'end', then: ['sail:1', 'end'] },
  { id: 'told' },
  { id: 'sail', move: 'sail:2' },
  { id: 'done' },
];

test('the line of moves and where each step begins', () => {
  expect(laidOut(steps)).toEqual({ starts: [0, 0, 1, 4, 4, 5], line: ['build:1', 'end', 'sail:1', 'end', 'sail:2'] });
});

test.each([
  ['a step that only tells waits for its reader', 0, 0, 0],
  ['a move made is a step done', 1, 1, 2],
  ["after my move the opponent's come first", 2, 2, 3],
  ['and while they are made', 3, 3, 3],
  ['a move taken back is asked for again', 2, 0, 1],
  ['also through what was only told', 4, 1, 2],
  ['the last step stays', 5, 9, 5],
])('%s', (_, now, moves, then) => expect(stepAfter(steps, now, moves)).toBe(then));

const taught = games.filter((game) => existsSync(`${GAMES}/${game}/lesson`));
const json = (path: string) => JSON.parse(readFileSync(path, 'utf-8'));

test('there are guided first games to check', () => expect(taught).not.toEqual([]));

test.each(taught.flatMap((game) => ['en', 'es', 'pl', 'ru'].map((language) => [game, language])))(
  'every step of %s has its words in %s',
  (game, language) => {
    const told: Record<string, string> = json(`${GAMES}/${game}/lesson/${language}.json`);
    const asked: Step[] = json(`${GAMES}/${game}/lesson/steps.json`).steps;
    // Every step has its words; what is good there is told where there is something to choose.
    const steps = Object.keys(told).filter((id) => !id.endsWith('.good'));
    expect(steps).toEqual(asked.map((step) => step.id));
    const advised = Object.keys(told).filter((id) => id.endsWith('.good'));
    expect(advised).toEqual(Object.keys(json(`${GAMES}/${game}/lesson/en.json`)).filter((id) => id.endsWith('.good')));
    expect(advised.length).toBeGreaterThan(5);
    for (const id of advised) expect(asked.find((step) => `${step.id}.good` === id)?.move, id).toBeTruthy();
    for (const text of Object.values(told)) expect(text.trim().length).toBeGreaterThan(20);
  },
);
