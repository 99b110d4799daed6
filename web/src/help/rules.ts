/** A game's rules in our own words: read when somebody asks for them, never before.

    `help/paragraphs.json` of a game names its paragraphs in order: which of the rules' reasons each answers, which diagram
    it has and, where it is about a single piece, under which other it stands. `help/LANGUAGE.json` has their words. */

import { seeHelp } from '../lib/api';
import { withHelp } from './served';

export interface Rule {
  id: string;
  answers: string[]; // reasons why not that this paragraph explains
  diagram: string | null; // `sail` is a scene, `patron:taka` a piece
  under: string | null; // the paragraph whose piece this is
  title: string;
  text: string;
  find: string; // words somebody may look for that the text does not have
}

type Order = { id: string; answers?: string[]; diagram?: string; under?: string }[];
type Texts = Record<string, { title: string; text: string; find?: string }>;

const FOLDER = '../../../src/sampan/games';
const orders = import.meta.glob<Order>('../../../src/sampan/games/*/help/paragraphs.json', { import: 'default' });
const texts = import.meta.glob<Texts>('../../../src/sampan/games/*/help/??.json', { import: 'default' });

const bundled = (game: string): boolean => `${FOLDER}/${game}/help/paragraphs.json` in orders;
export const hasRules = (game: string): boolean => bundled(game) || withHelp.has(game);

export async function readRules(game: string, language: string): Promise<Rule[]> {
  if (!bundled(game)) {
    return (await seeHelp(game, language)).map((rule) => ({
      ...rule,
      answers: rule.answers ?? [],
      diagram: null,
      under: rule.under ?? null,
      find: rule.find ?? '',
    }));
  }
  const [order, words] = await Promise.all([
    orders[`${FOLDER}/${game}/help/paragraphs.json`](),
    texts[`${FOLDER}/${game}/help/${language}.json`](),
  ]);
  return order.map(({ id, answers = [], diagram, under }) => ({
    id,
    answers,
    diagram: diagram ?? null,
    under: under ?? null,
    find: '',
    ...words[id],
  }));
}

/** A part of the sheet for a first game. */
export interface Section {
  title: string;
  text: string;
}
const sheets = import.meta.glob<Section[]>('../../../src/sampan/games/*/help/first-??.json', { import: 'default' });
const sheet = (game: string, language: string): string => `${FOLDER}/${game}/help/first-${language}.json`;
export const hasFirst = (game: string): boolean => sheet(game, 'en') in sheets;
export const readFirst = (game: string, language: string): Promise<Section[]> => sheets[sheet(game, language)]();

/** The paragraph asked for: by its own name, or by the message of a reason (`GAME_why_REASON`). */
export function paragraphOf(rules: Rule[], game: string, asked: string | null): string | null {
  if (asked === null) return null;
  const reason = asked.startsWith(`${game}_why_`) ? asked.slice(game.length + 5) : null;
  return rules.find((rule) => (reason === null ? rule.id === asked : rule.answers.includes(reason)))?.id ?? null;
}
