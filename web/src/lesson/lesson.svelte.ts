/** A guided first game: a real table with a known deal on which the first moves are scripted: mine one by one, and what
    follows each by itself, my opponent's moves and now and then the rest of my own.
    `lesson/steps.json` of a game names them in order, `lesson/LANGUAGE.json` has the words. */

import { withLesson } from '../help/served';
import { seeLesson, TableApi } from '../lib/api';
import type { Connection } from '../lib/connection.svelte';
import { LEVELS } from '../lib/levels';
import { keepTable, myName, myTable } from '../lib/mine';
import { m } from '../lib/words';
import { open } from '../lobby/open';
import { laidOut, type Step, stepAfter } from './steps';

interface Script {
  seed: number;
  options: Record<string, number | string>;
  steps: Step[];
}

const FOLDER = '../../../src/sampan/games';
const scripts = import.meta.glob<Script>('../../../src/sampan/games/*/lesson/steps.json', { import: 'default' });
const texts = import.meta.glob<Record<string, string>>('../../../src/sampan/games/*/lesson/??.json', {
  import: 'default',
});
const RIVAL = 1; // the seat that plays the script
const PAUSE = 900; // before a scripted move, so that it can be seen
const ALL = 2400; // many of them in a row take hardly longer
const LEAST_PAUSE = 120;

const bundled = (game: string): boolean => `${FOLDER}/${game}/lesson/steps.json` in scripts;
export const hasLesson = (game: string): boolean => bundled(game) || withLesson.has(game);
export const lessonWords = async (game: string, language: string): Promise<Record<string, string>> =>
  bundled(game)
    ? texts[`${FOLDER}/${game}/lesson/${language}.json`]()
    : ((await seeLesson(game, language))?.words ?? {});

/** The script of a game that has one. */
async function scriptOf(game: string): Promise<Script> {
  if (bundled(game)) return scripts[`${FOLDER}/${game}/lesson/steps.json`]();
  return (await seeLesson(game, 'en')) as Script;
}

export async function startLesson(game: string): Promise<void> {
  const script = await scriptOf(game);
  const me = { kind: 'me' as const, name: myName() || m.guest({ n: 1 }), bot: '' };
  await open(game, [me, { kind: 'here', name: m.lesson_rival(), bot: '' }], script.options, false, script.seed);
}

export class Lesson {
  steps = $state.raw<Step[]>([]);
  at = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    private readonly link: Connection,
    readonly game: string,
  ) {
    void scriptOf(game).then((script) => (this.steps = script.steps));
  }

  /** Whether the opponent's scripted moves come first. */
  get waiting(): boolean {
    const moves = this.link.view?.moves ?? 0;
    return this.steps.length > 0 && moves < laidOut(this.steps).starts[this.at];
  }
  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  /** A new view: go on, and let the opponent move. */
  follow(): () => void {
    const view = this.link.view;
    if (!view || this.steps.length === 0 || this.over) return () => undefined;
    this.at = stepAfter(this.steps, this.at, view.moves);
    clearTimeout(this.timer);
    const text = laidOut(this.steps).line[view.moves];
    if (text !== undefined && (view.to_move === RIVAL || this.waiting)) {
      const api = new TableApi(view.table, view.to_move === RIVAL ? RIVAL : null);
      const many = this.steps[this.at - 1]?.then?.length ?? 1;
      this.timer = setTimeout(
        () =>
          void api.play(view.ply, text).then(
            (next) => void next,
            () => this.leave(),
          ),
        Math.max(LEAST_PAUSE, Math.min(PAUSE, ALL / many)),
      );
    }
    return () => clearTimeout(this.timer);
  }

  /** Whether a move is the one that is asked for. */
  allows(text: string): boolean {
    return this.over || this.step === null || (!this.waiting && this.step.move === text);
  }

  next(): void {
    if (this.step && !this.step.move && this.at < this.steps.length - 1) this.at++;
  }

  /** The lesson ends here, and the game goes on: a bot sits down for the opponent. */
  leave(): void {
    this.over = true;
    clearTimeout(this.timer);
    const table = this.link.view!.table;
    const mine = myTable(table);
    if (mine) keepTable({ ...mine, lesson: false });
    void new TableApi(table, RIVAL).leave(LEVELS[0]).then(
      () => undefined,
      () => undefined,
    );
  }
}
