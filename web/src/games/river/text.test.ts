/** The text board against whole games: every piece that the picture shows is named, in every language. */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, describe, expect, test } from 'vitest';
import { m, word } from '../../lib/words';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { type Box, GOODS, type RiverView } from './shown';
import { cardWords, dieWords, rewardWords, tileWords } from './terms';
import { text } from './text';

const box = parse(readFileSync('../src/sampan/games/river/box.toml', 'utf-8')) as unknown as Box;
const GOLDEN = '../tests/golden/river';
/** The views that the golden games keep, of two, three and four players, with and without patrons. */
const views = readdirSync(GOLDEN).flatMap((file) =>
  readFileSync(`${GOLDEN}/${file}`, 'utf-8')
    .split('\n')
    .filter((line) => line.startsWith('view '))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as RiverView),
);
/** A name, a colon and then another colon is hard to read: parts are parted by semicolons. */
const TWO_COLONS = /: [^;/()\n]*: /;
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];
const tile = (id: string) => tileWords(box.buildings.tiles.find((row) => row.id === id)!);
const card = (id: string) =>
  cardWords(
    box.customers.cards.find((row) => row.id === id)!,
    box,
  );
afterAll(() => overwriteGetLocale(() => 'en'));

describe.each(['en', 'es', 'pl', 'ru'] as const)('the text board in %s', (language) => {
  test('names every piece of every view', () => {
    overwriteGetLocale(() => language);
    expect(views.length).toBeGreaterThan(50);
    for (const view of views.filter((_, k) => (language === 'en' ? k % 2 === 0 : k % 8 === 1))) {
      const paragraphs = text(view, box, NAMES);
      const of = (heading: string): string =>
        paragraphs.find((one) => one.heading.startsWith(heading))!.lines.join('\n');
      const all = paragraphs.flatMap((paragraph) => [paragraph.heading, ...paragraph.lines]).join('\n');
      const named = (where: string, piece: string): void => {
        if (!where.includes(piece)) expect.fail(`${piece} is not in: ${where}`);
      };
      expect(all).not.toMatch(/river_|undefined|NaN|\{\w+\}/);
      expect(all).not.toMatch(TWO_COLONS);
      for (const shore of view.shores) {
        const space = box.shore.spaces[shore.id - 1];
        const line = of(word(`river_region_${space.region}`))
          .split('\n')
          .find((one) => one.startsWith(`${shore.id}. `))!;
        named(line, shore.tile ? tile(shore.tile) : m.river_shore_empty({ cost: space.cost }));
        for (const owner of shore.markers) named(line, NAMES[owner]);
        for (const river of space.rivers) named(line, String(river));
      }
      for (const id of view.row) if (id) named(all, tile(id));
      for (const stack of view.stacks)
        named(all, `${m.river_stack({ era: stack.era, n: stack.size })}${stack.top ? `; ${tile(stack.top)}` : ''}`);
      for (const { region, points } of view.scoring) {
        const where = of(word(`river_region_${region}`));
        named(where, points.join('/'));
        for (const player of view.players) named(where, `${NAMES[player.seat]} (${player.influence[region - 1]})`);
        for (const step of box.influence.tracks[region - 1].steps)
          named(where, `${m.river_step({ step: step.at })}: ${rewardWords(step)}`);
      }
      for (const mastery of view.masteries) {
        const where = of(word(`river_mastery_${mastery.id}`));
        mastery.points.forEach((points, k) =>
          named(where, mastery.claims[k] === undefined ? String(points) : NAMES[mastery.claims[k]]),
        );
      }
      for (const player of view.players) {
        const where = of(NAMES[player.seat]);
        if (player.clan) named(all, `${NAMES[player.seat]}, ${word(`river_clan_${player.clan}`)}`);
        if (player.patron) named(where, word(`river_patron_${player.patron}`));
        named(where, dieWords(player.die));
        named(where, word('river_reward_koku', { n: player.koku }));
        for (const good of GOODS) named(where, word(`river_reward_${good}`, { n: player.goods[good] }));
        named(where, m.river_favor_track({ n: player.favor, limit: player.favor_limit }));
        player.ships.forEach((space, k) =>
          named(
            where,
            `${m[player.royal === k + 1 ? 'river_ship_royal' : 'river_ship_common']({ who: NAMES[player.seat], ship: k + 1 })}; ${m.river_pane_name({ river: space })}`,
          ),
        );
        for (const id of [...(player.hand ?? []), ...player.delivered]) named(where, card(id));
        if (player.hand === null) named(where, m.river_hand_hidden({ n: player.hand_size }));
        named(where, word('river_reward_vp', { n: player.points }));
      }
    }
  });
});
