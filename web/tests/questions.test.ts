/** Whoever looks for a ruling in the words a player would use finds the paragraph that tells it. `questions.json` of a game has
    those words for every ruling of docs/rulings-GAME.md, in each language they were written for. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { search } from '../src/help/search';
import { games, GAMES_FOLDER as GAMES } from './found';

type Question = { in: string; not?: undefined } & Partial<Record<string, string[]>>;
const json = (path: string) => JSON.parse(readFileSync(path, 'utf-8'));
const questions = (game: string): Record<string, Question | { not: string }> =>
  json(`src/games/${game}/questions.json`);
const rulings = (game: string): string[] =>
  [...readFileSync(`../docs/rulings-${game}.md`, 'utf-8').matchAll(/^\| ([A-Z]\d+) \|/gm)].map((found) => found[1]);
const FIRST = 3; // among so many it must be

test.each(games)('every ruling of %s is asked for, or it is said why nobody would', (game) => {
  expect(Object.keys(questions(game)).sort()).toEqual(rulings(game).sort());
});

const asked = games.flatMap((game) =>
  Object.entries(questions(game)).flatMap(([ruling, question]) =>
    'in' in question
      ? ['en', 'es', 'pl', 'ru'].flatMap((language) =>
          (question[language] ?? []).map((words) => [game, ruling, language, words, question.in]),
        )
      : [],
  ),
);
const texts = new Map<string, { id: string; title: string; text: string; find: string }[]>();
function rules(game: string, language: string) {
  const key = `${game} ${language}`;
  if (!texts.has(key)) {
    const told: Record<string, { title: string; text: string; find?: string }> = json(
      `${GAMES}/${game}/help/${language}.json`,
    );
    texts.set(
      key,
      Object.entries(told).map(([id, entry]) => ({ id, find: '', ...entry })),
    );
  }
  return texts.get(key)!;
}

test.each(asked)('%s, %s in %s: "%s" finds %s', (game, _, language, words, wanted) => {
  const found = search(rules(game, language), words, language).map((rule) => rule.id);
  expect(found.slice(0, FIRST), `of ${found.length}`).toContain(wanted);
});
