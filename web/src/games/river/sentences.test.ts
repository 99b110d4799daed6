import { describe, expect, test } from 'vitest';
import { learnTerms, say, segments, word } from '../../lib/words';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { TERMS } from './terms';

overwriteGetLocale(() => 'en');
learnTerms('river', TERMS);

describe('sentences', () => {
  const built = { id: 'river_log_build', args: { who: 1, shore: 4, region: 'river_region_1', cost: 12 } };

  test('put names and terms into words', () => {
    expect(say(built, ['Ann', 'Ben'])).toBe('Ben builds on space 4 in region 1 (mountains) for 12 koku');
  });

  test('come apart where they name a piece', () => {
    const named = segments(built, ['Ann', 'Ben']).filter((part) => part.piece);
    expect(named).toEqual([
      { text: 'Ben', piece: 'seat:1' },
      { text: '4', piece: 'shore:4' },
      { text: 'region 1 (mountains)', piece: 'region:1' },
    ]);
  });

  test('name a tile by its mark, not by its id', () => {
    const taken = { id: 'river_log_take', args: { who: 0, type: 'river_building_port', tile: 'port-1f' } };
    expect(say(taken, ['Ann'])).toBe('Ann takes port 1F');
  });

  test.each([
    ['en', 1, '1 point'],
    ['en', 2, '2 points'],
    ['es', 1, '1 punto'],
    ['es', 5, '5 puntos'],
    ['pl', 1, '1 punkt'],
    ['pl', 3, '3 punkty'],
    ['pl', 12, '12 punktów'],
    ['pl', 22, '22 punkty'],
    ['pl', 21, '21 punktów'],
    ['ru', 1, '1 очко'],
    ['ru', 3, '3 очка'],
    ['ru', 11, '11 очков'],
    ['ru', 21, '21 очко'],
    ['ru', 112, '112 очков'],
  ] as const)('count in %s: %i', (language, n, expected) => {
    overwriteGetLocale(() => language);
    expect(word('river_reward_vp', { n })).toBe(expected);
    overwriteGetLocale(() => 'en');
  });
});
