/** Looking for words in the rules: every form of a word, with or without its accents, the best place first. */

import { describe, expect, test } from 'vitest';
import { alphabetical, sameWord, search, fold } from '../src/help/search';

const place = (title: string, text: string, find = '') => ({ title, text, find });
const titles = (found: { title: string }[]): string[] => found.map((one) => one.title);

describe.each([
  [
    'en',
    'boat boats',
    'island islands',
    'build building builds built',
    'trade trading traded',
    'city cities',
    'die dice',
  ],
  [
    'es',
    'barco barcos',
    'pez peces',
    'acción acciones',
    'construir construye construyes',
    'navegar navegas',
    'festín festines',
  ],
  [
    'pl',
    'łódź łodzie łodzi łodziami',
    'wyspa wysp wyspę wyspie wyspach',
    'rynek rynku rynki rynków',
    'kupiec kupca kupcy',
    'klient klienta klientów',
    'siedlisko siedlisk siedliska',
    'mnich mnisi mnicha',
    'rząd rzędu rzędzie',
    'kość kości kością',
    'robotnik robotnicy robotników',
    'klient klienci klientem',
    'obsłużeni obsłużonych obsłużony',
  ],
  [
    'ru',
    'лодка лодок лодки лодку лодками',
    'остров острова островов',
    'рынок рынка рынков',
    'торговец торговца торговцы',
    'поселение поселений поселениями',
    'клиент клиентов',
    'шёлк шелка',
  ],
])('in %s', (language, ...families) => {
  test.each(families)('%s are one word', (family) => {
    const forms = family.split(' ').map(fold);
    for (const one of forms)
      for (const other of forms) expect([one, other, sameWord(one, other, language)]).toEqual([one, other, true]);
  });
});

test.each([
  ['en', 'boat', 'board'],
  ['en', 'sail', 'spirit'],
  ['en', 'tile', 'till'],
  ['es', 'barco', 'barro'],
  ['pl', 'wyspa', 'wynik'],
  ['pl', 'totem', 'to'],
  ['ru', 'остров', 'оставить'],
])('in %s %s and %s are two words', (language, one, other) => expect(sameWord(one, other, language)).toBe(false));

const rules = [
  place('Żegluga', 'Płyń w dół rzeki; [[row]] {koku} {=players.cap_koku}.'),
  place('Rząd', 'Cztery kafelki, Łódź.', 'stos'),
  place('Łodzie', 'Każda ma zasięg.'),
];

test('every word is wanted, and no accents', () => {
  expect(titles(search(rules, 'zegluga', 'pl'))).toEqual(['Żegluga']);
  expect(titles(search(rules, 'rzeki dol', 'pl'))).toEqual(['Żegluga']);
  expect(search(rules, 'rzeki kafelki', 'pl')).toEqual([]);
  expect(search(rules, ' ', 'pl')).toBe(rules);
});

test('the best place comes first: a title before a text', () => {
  expect(titles(search(rules, 'łodzi', 'pl'))).toEqual(['Łodzie', 'Rząd']);
  expect(titles(search(rules, 'stosy', 'pl'))).toEqual(['Rząd']);
});

test('signs, figures and links are no words', () => {
  expect(search(rules, 'koku', 'pl')).toEqual([]);
  expect(search(rules, 'players', 'pl')).toEqual([]);
});

test('the small words of a question do not count, and of three words one may be missing', () => {
  const english = [place('Boats', 'A boat moves up to its range.'), place('Trade', 'Gold for fish.')];
  expect(titles(search(english, 'how far can my boats move', 'en'))).toEqual(['Boats']);
  expect(titles(search(english, 'how much gold for a salmon', 'en'))).toEqual([]);
  expect(titles(search(english, 'trade fish for silver gold', 'en'))).toEqual(['Trade']);
});

test('titles are sorted as the language sorts them', () => {
  const sorted = (language: string, ...words: string[]) =>
    titles(
      alphabetical(
        words.map((one) => place(one, '')),
        language,
      ),
    );
  expect(sorted('pl', 'Żegluga', 'Łodzie', 'Ląd', 'Zasady')).toEqual(['Ląd', 'Łodzie', 'Zasady', 'Żegluga']);
  expect(sorted('ru', 'Ёж', 'Жетон', 'Еда')).toEqual(['Еда', 'Ёж', 'Жетон']);
  expect(sorted('es', 'Ñu', 'Oro', 'Nave')).toEqual(['Nave', 'Ñu', 'Oro']);
  expect(sorted('en', 'Tile 10', 'Tile 9')).toEqual(['Tile 9', 'Tile 10']);
});
