/** A suggested level as a friendly sentence. */

import { LEVELS, levelName } from '../lib/levels';
import { m } from '../lib/words';
import type { Suggestion } from './suggest';

export function suggestionWords({ level, than, games, won }: Suggestion): string {
  const harder = LEVELS.indexOf(level) > LEVELS.indexOf(than);
  const words = { won, games, level: levelName(level), than: levelName(than) };
  return harder ? m.suggest_harder(words) : m.suggest_easier(words);
}
