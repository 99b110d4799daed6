/** What is looked at: sizes, tables, moments, languages, themes and states, and a selection in which every two of them meet. */

export interface Size {
  name: string;
  width: number;
  height: number;
  touch: boolean;
  zoom?: number; // of the browser: the page has so much less room
}
const size = (width: number, height: number, touch: boolean, zoom = 1): Size => ({
  name: `${width}x${height}${zoom > 1 ? ` at ${zoom * 100} %` : ''}${touch ? '' : ' mouse'}`,
  width,
  height,
  touch,
  zoom,
});
export const SIZES = [
  size(320, 568, true),
  size(360, 740, true),
  size(390, 844, true),
  size(844, 390, true),
  size(768, 1024, true),
  size(1024, 768, true),
  size(1024, 768, false),
  size(1280, 720, false),
  size(1440, 900, false),
  size(1920, 1080, false),
  size(2560, 1440, false),
  size(1280, 720, false, 2),
];
export const LANGUAGES = ['ru', 'pl', 'en', 'es'];
export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
export const PHASES = ['late', 'early'] as const;
export type Phase = (typeof PHASES)[number];

/** Rows in which every two values of different dimensions meet at least once; the same rows each time. */
export function pairwise(sizes: number[]): number[][] {
  const open = new Set<string>();
  const pair = (a: number, x: number, b: number, y: number): string =>
    a < b ? `${a}.${x} ${b}.${y}` : `${b}.${y} ${a}.${x}`;
  for (let a = 0; a < sizes.length; a++)
    for (let b = a + 1; b < sizes.length; b++)
      for (let x = 0; x < sizes[a]; x++) for (let y = 0; y < sizes[b]; y++) open.add(pair(a, x, b, y));
  const used = sizes.map((many) => Array.from({ length: many }, () => 0));
  const rows: number[][] = [];
  while (open.size) {
    const [first] = open;
    const row = sizes.map(() => -1);
    for (const part of first.split(' ')) {
      const [of, value] = part.split('.').map(Number);
      row[of] = value;
    }
    for (let of = 0; of < sizes.length; of++) {
      if (row[of] >= 0) continue;
      const gains = used[of].map((_, value) =>
        row.reduce(
          (sum, other, at) => sum + (other >= 0 && at !== of && open.has(pair(of, value, at, other)) ? 1 : 0),
          0,
        ),
      );
      const best = Math.max(...gains);
      const among = gains.flatMap((gain, value) => (gain === best ? [value] : []));
      row[of] = among.reduce((least, value) => (used[of][value] < used[of][least] ? value : least));
    }
    row.forEach((value, of) => {
      used[of][value]++;
      for (let at = of + 1; at < row.length; at++) open.delete(pair(of, value, at, row[at]));
    });
    rows.push(row);
  }
  return rows;
}

export interface Table {
  game: string;
  players: number;
}
export interface Choice extends Table {
  size: Size;
  phase: Phase;
  language: string;
  theme: Theme;
  state: string;
}

/** The selection: every size with every state, and every two values of all else. */
export function selection(tables: Table[], states: string[], sizes = SIZES, languages = LANGUAGES): Choice[] {
  const rows = pairwise([sizes, states, tables, languages, THEMES, PHASES].map((values) => values.length));
  return rows.map(([size, state, table, language, theme, phase]) => ({
    ...tables[table],
    size: sizes[size],
    state: states[state],
    language: languages[language],
    theme: THEMES[theme],
    phase: PHASES[phase],
  }));
}
