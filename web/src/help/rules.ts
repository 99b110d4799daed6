/** A game's rules in our own words: read when somebody asks for them, never before.

    `help/paragraphs.json` of a game names its paragraphs in order: which of the rules' reasons each answers and which
    diagram it has. `help/LANGUAGE.json` has their titles and texts. */

import { seeHelp } from '../lib/api';
import { withHelp } from './served';

export interface Rule {
  id: string;
  answers: string[]; // reasons why not that this paragraph explains
  diagram: string | null;
  title: string;
  text: string;
}

type Order = { id: string; answers?: string[]; diagram?: string }[];
type Texts = Record<string, { title: string; text: string }>;

const FOLDER = '../../../src/sampan/games';
const orders = import.meta.glob<Order>('../../../src/sampan/games/*/help/paragraphs.json', { import: 'default' });
const texts = import.meta.glob<Texts>('../../../src/sampan/games/*/help/??.json', { import: 'default' });

const bundled = (game: string): boolean => `${FOLDER}/${game}/help/paragraphs.json` in orders;
export const hasRules = (game: string): boolean => bundled(game) || withHelp.has(game);

export async function readRules(game: string, language: string): Promise<Rule[]> {
  if (!bundled(game)) {
    return (await seeHelp(game, language)).map((rule) => ({ ...rule, answers: rule.answers ?? [], diagram: null }));
  }
  const [order, words] = await Promise.all([
    orders[`${FOLDER}/${game}/help/paragraphs.json`](),
    texts[`${FOLDER}/${game}/help/${language}.json`](),
  ]);
  return order.map(({ id, answers = [], diagram }) => ({ id, answers, diagram: diagram ?? null, ...words[id] }));
}

/** The paragraph asked for: by its own name, or by the message of a reason (`GAME_why_REASON`). */
export function paragraphOf(rules: Rule[], game: string, asked: string | null): string | null {
  if (asked === null) return null;
  const reason = asked.startsWith(`${game}_why_`) ? asked.slice(game.length + 5) : null;
  return rules.find((rule) => (reason === null ? rule.id === asked : rule.answers.includes(reason)))?.id ?? null;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ё/g, 'е');

/** The paragraphs in which every word looked for occurs, whatever its accents. */
export function search(rules: Rule[], wanted: string): Rule[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const whole = plain(`${rule.title} ${rule.text}`);
    return words.every((word) => whole.includes(word));
  });
}
