/** The text board against whole games: every piece that the picture shows is named, in every language. */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, describe, expect, test } from 'vitest';
import { m, word } from '../../lib/words';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { readChart } from './chart';
import type { FeyaBox, FeyaView } from './shown';
import { ACTIONS, bonusWords, fishName } from './terms';
import { text } from './text';

const box = parse(readFileSync('../src/sampan/games/feya/box.toml', 'utf-8')) as unknown as FeyaBox;
const GOLDEN = '../tests/golden/feya';
/** The views that the golden games keep, of two, three and four players. */
const views = readdirSync(GOLDEN).flatMap((file) =>
  readFileSync(`${GOLDEN}/${file}`, 'utf-8')
    .split('\n')
    .filter((line) => line.startsWith('view '))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as FeyaView),
);
/** A name, a colon and then another colon is hard to read: parts are parted by semicolons. */
const TWO_COLONS = /: [^;/()\n]*: /;
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];
afterAll(() => overwriteGetLocale(() => 'en'));

describe.each(['en', 'es', 'pl', 'ru'] as const)('the text board in %s', (language) => {
  test('names every piece of every view', () => {
    overwriteGetLocale(() => language);
    expect(views.length).toBeGreaterThan(50);
    for (const view of views) {
      const paragraphs = text(view, box, NAMES, 0);
      const lines = paragraphs.flatMap((paragraph) => [paragraph.heading, ...paragraph.lines]);
      const all = lines.join('\n');
      const says = (piece: string): void => expect(all.includes(piece), piece).toBe(true);
      expect(all).not.toMatch(/feya_|undefined|NaN|\{\w+\}/);
      expect(all).not.toMatch(TWO_COLONS);
      for (const hex of readChart(box.maps[view.side].art).cells.keys())
        expect(new RegExp(`(^|[^a-z])${hex}($|\\D)`, 'm').test(all), hex).toBe(true);
      for (const hex of view.swamp.spirits)
        says(`${hex}; ${view.swamp.totem === hex ? m.feya_spirit_totem() : m.feya_spirit()}`);
      for (const town of view.swamp.settlements) {
        const line = lines.find((one) => one.startsWith(`${town.hex}; `))!;
        expect(line.includes(town.owner === null ? m.feya_town_neutral() : NAMES[town.owner]), line).toBe(true);
        if (town.fish) expect(line.includes(m.feya_town_fish({ n: town.fish })), line).toBe(true);
      }
      for (const temple of view.temples)
        says(`${temple.hex}; ${m.feya_temple({ temple: temple.temple, n: temple.left })}`);
      for (const round of view.rounds) for (const tile of round.tiles) says(bonusWords(tile));
      for (const colour of view.rounds[view.round - 1].fish) says(fishName(colour));
      for (const { guide } of view.guides) says(word(`feya_guide_${guide}`));
      for (const race of view.races) says(word(`feya_race_${race.aim}`));
      for (const card of view.score_cards) says(word(`feya_score_card_${card.aim}`));
      for (const action of ACTIONS)
        view.spaces[action].forEach((_, k) =>
          says(m.feya_space({ action: word(`feya_action_${action}`), space: k + 1 })),
        );
      for (const player of view.players) {
        const own = paragraphs.find((one) => one.heading.startsWith(NAMES[player.seat]))!;
        const said = own.lines.join('\n');
        for (const hex of player.boats) if (hex) expect(said.includes(hex)).toBe(true);
        for (const tile of player.tiles) expect(said.includes(bonusWords(tile))).toBe(true);
        for (const name of ['gold', 'mana', 'fish'] as const)
          expect(said.includes(word(`feya_ware_${name}`, { n: player[name] }))).toBe(true);
        expect(said.includes(word('feya_points_of', { n: player.points }))).toBe(true);
        expect(own.heading.includes(word(`feya_clan_${player.clan}`))).toBe(true);
        if (player.guide) expect(said.includes(word(`feya_guide_${player.guide}`))).toBe(true);
      }
    }
  });
});
