/** Looking for words in the rules as people type them: whatever their accents, in any form of the word ("barco" finds
    "barcos", "лодок" finds "лодка"), without the small words of a question, the best places first. */

export interface Sought {
  title: string;
  text: string;
  find: string; // words somebody may look for that the text does not have
}

/** What a word may end in, accents taken off: two words are one if they differ in their endings only. */
const ENDINGS: Record<string, string> = {
  en: 's es ed ing e y ies er ers ion ions',
  es: `s es z ces a o as os e ar er ir an en emos amos imos ado ada ados adas ido ida idos idas ando iendo
    ion iones cion ciones ye yes uye uyes ue uen iente ientes on mente ra ran`,
  pl: `a e i o u y ie ia ii iu em ow om ami ach iami iach iom iem ek k ki ka ke ku ko kiem kow kom kami kach ec iec ca cy cu com cami
    cach cow cia owie ego emu ym im ych ymi imi ej ja je ji cie ci c sz my esz isz asz ysz uje uja ujesz ac ic yc owac j aj ij uj l al ala
    ali alo il ila ili ilo yl yla yly ylo la lo ly li ely am aja eja ano ani ana ane any anych anym anej anie ania aniu aniem eni ony ona one
    onych onym onej enie enia eniu eniem owa owe owy owych owym owanie owania owaniu nie nia niu si ch cha chem chow zi ze zy zie dz dzi
    dzie ny na ne nych nego nym t ta te tow tom tem ty tu`,
  ru: `а я ы и у ю е о ь и ой еи ои ем ом ам ям ами ями ах ях ов ев ии ыи ая яя ое ее ые ие ого его ому ему ым им ых их ую юю
    ою ею ия ию ием иями иях ок ек ка ки ку ке ко кои ком ков кам ках ками ец ца цу це цем цы цев ть ти ет ит ут ют ат ят ешь ишь ете
    ите ем им ал ала али ил ила или ел ела ели ать ять ить еть овать ует уют уи аи ии ен ена ено ены енныи ся сь ются ется
    ние ния нию нием нии нь ня ней`,
};
const SMALL: Record<string, string> = {
  en: 'a an the of in on to at is are am be do does did i my me you your it its can could may must how what when where which who why if and or for with by from much many',
  es: 'a al de del el la los las un una unos unas en y o que es son se mi me tu te su lo con por para como cuando donde cual cuanto cuantos puedo puede hay si no',
  pl: 'a i w we z ze na do o od po za sie to jest sa jak co czy kiedy gdzie dokad skad ile kto kogo czyj czyja czyje jaki jaka jakie ktory ktora ktore moge moze mozna moj moja moje mi mam ja nie niz ilu dlaczego',
  ru: 'а и в во с со на к ко о об от по за из у это ли как что когда где сколько кто можно могу мои моя мне я не если',
};
/** Forms that no ending explains. */
const SAME: Record<string, Record<string, string>> = {
  en: {
    built: 'build',
    sold: 'sell',
    paid: 'pay',
    dice: 'die',
    won: 'win',
    bought: 'buy',
    took: 'take',
    taken: 'take',
    men: 'man',
  },
  es: { voy: 'ir', puesto: 'poner' },
  pl: {
    ryb: 'ryba',
    pol: 'pole',
    wysp: 'wyspa',
    rece: 'reka',
    rak: 'reka',
    rzad: 'rzedu',
    swiat: 'swieto',
    salamander: 'salamandra',
  },
  ru: { шел: 'идти', очков: 'очко', дней: 'день' },
};

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l');

const listed = (words: string): Set<string> => new Set(words.split(/\s+/));
const endings = new Map(Object.entries(ENDINGS).map(([language, all]) => [language, listed(all).add('')]));
const small = new Map(Object.entries(SMALL).map(([language, all]) => [language, listed(all)]));

const wordsOf = (text: string): string[] =>
  fold(text.replace(/\{[^}]*\}|\[\[\w+\]\]/g, ' ')).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two folded words are forms of one word. */
export function sameWord(one: string, other: string, language: string): boolean {
  const [a, b] = [one, other].map((word) => SAME[language]?.[word] ?? word);
  if (Math.min(a.length, b.length) < 3) return a === b; // too short for an ending
  const known = endings.get(language) ?? endings.get('en')!;
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  for (let stem = common; stem >= Math.min(3, a.length - 1, b.length - 1) && stem > 1; stem--)
    if (known.has(a.slice(stem)) && known.has(b.slice(stem))) return true;
  return a === b;
}

const indexed = new WeakMap<Sought, { title: string[]; find: string[]; text: string[] }>();
function indexOf(place: Sought): { title: string[]; find: string[]; text: string[] } {
  if (!indexed.has(place))
    indexed.set(place, {
      title: [...new Set(wordsOf(place.title))],
      find: [...new Set(wordsOf(place.find))],
      text: [...new Set(wordsOf(place.text))],
    });
  return indexed.get(place)!;
}

/** How well a word fits words: the word in whatever form, the beginning of one, or not at all. */
function fit(word: string, among: string[], language: string): number {
  if (among.some((one) => sameWord(word, one, language))) return 3;
  return among.some((one) => one.startsWith(word)) ? 2 : 0;
}
function worth(word: string, place: Sought, language: string): number {
  const { title, find, text } = indexOf(place);
  return Math.max(fit(word, title, language) * 3, fit(word, find, language) * 2, fit(word, text, language));
}

/** The places in which every word looked for occurs in some form, the best first; where there is none, those that lack one word
    of three or more. */
export function search<Place extends Sought>(places: Place[], wanted: string, language: string): Place[] {
  const all = wordsOf(wanted);
  const telling = all.filter((word) => !small.get(language)?.has(word));
  const words = telling.length ? telling : all;
  if (!words.length) return places;
  const weighed = places.map((place) => {
    const found = words.map((word) => worth(word, place, language));
    return { place, missed: found.filter((one) => one === 0).length, sum: found.reduce((a, b) => a + b, 0) };
  });
  const within = (missing: number) => weighed.filter(({ missed }) => missed === missing);
  const kept = within(0).length || words.length < 3 ? within(0) : within(1);
  return kept.sort((a, b) => b.sum - a.sum).map(({ place }) => place);
}

/** By title, as a dictionary of the language has it. */
export const alphabetical = <Place extends Sought>(places: Place[], language: string): Place[] => {
  const order = new Intl.Collator(language, { numeric: true });
  return [...places].sort((a, b) => order.compare(a.title, b.title));
};
