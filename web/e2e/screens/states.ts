/** The states a screen can be in, and how one gets there. */

import type { Page } from 'playwright-core';
import type { Phase } from './matrix';
import type { Laid, Played, Tables } from './tables';

export interface Sought {
  page: Page;
  address: string;
  game: string;
  players: number;
  phase: Phase;
  of: Played;
  tables: Tables;
}
/** Where to look: the table to sit down at, and what to do once its page is there. */
interface State {
  table?: (sought: Sought) => Promise<Laid>;
  open: (sought: Sought, path: string) => Promise<void>;
  tabs?: boolean; // each tab is looked at
  asked?: boolean; // it comes by a click or a key, which may move things
  once?: boolean; // the same in an early and a late position
  apart?: boolean; // chosen by itself: not for every size or not about a table
}

const mine = ({ tables, of, phase, players }: Sought): Promise<Laid> => tables.running(of, of[phase], players, true);
const theirs = ({ tables, of, phase, players }: Sought): Promise<Laid> => tables.running(of, of[phase], players, false);
const over = ({ tables, of, players }: Sought): Promise<Laid> => tables.finished(of, players);

const drawn = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.board svg[viewBox], svg.board[viewBox]')].some(
      (one) => one.getBoundingClientRect().width > 150,
    ),
  );
async function atTable({ page, address }: Sought, path: string): Promise<void> {
  await page.goto(`${address}${path}`);
  await drawn(page);
}
const pressed = async (sought: Sought, path: string, what: string, comes: string): Promise<void> => {
  await atTable(sought, path);
  await sought.page.locator(what).first().click();
  await sought.page.waitForSelector(comes);
};

/** What a browser remembers of one who has played the same game nine times, and won some of them. */
const remembered = (game: string, view: { scores: number[]; score_sheet: object[] }): object[] =>
  Array.from({ length: 9 }, (_, k) => ({
    table: `played-${k}`,
    game,
    names: [],
    at: 1_760_000_000 + k * 86_400,
    chairs: [0],
    over: true,
    result: {
      winners: [k % 2],
      scores: view.scores,
      sheet: view.score_sheet,
      bots: view.scores.map((_, seat) => (seat ? ['club', 'expert'][k % 2] : null)),
    },
    reviews: {
      0: { accuracy: 70 + 3 * k, luck: k / 20 - 0.2, mistakes: { blunder: 1, mistake: k }, kinds: { sail: k } },
    },
  }));

export const STATES: Record<string, State> = {
  'own turn': { table: mine, open: atTable, tabs: true },
  "other's turn": { table: theirs, open: atTable },
  hint: {
    table: mine,
    asked: true,
    open: async (sought, path) => {
      await pressed(sought, path, '[data-ask-hint]', '[data-hint]');
      await sought.page.waitForTimeout(400); // the ring looks for its place
    },
  },
  menu: { table: mine, asked: true, open: (sought, path) => pressed(sought, path, '[data-menu]', 'button.away + *') },
  rules: {
    table: mine,
    asked: true,
    open: async (sought, path) => {
      await atTable(sought, path);
      await sought.page.keyboard.press('?');
      await sought.page.waitForSelector('.rules section');
      await sought.page.waitForTimeout(300); // diagrams come by and by
    },
  },
  end: {
    table: over,
    once: true,
    open: async (sought, path) => {
      await atTable(sought, path);
      await sought.page.waitForSelector('.ways');
    },
  },
  replay: {
    table: over,
    open: async (sought, path) => {
      await atTable(sought, `${path}/at/${sought.of[sought.phase].at}`);
      await sought.page.waitForSelector('output');
    },
  },
  review: {
    table: over,
    once: true,
    open: async ({ page, address }, path) => {
      await page.goto(`${address}${path}/review`);
      await page.waitForSelector('[data-review=done]', { timeout: 400_000 });
      await page.waitForSelector('.table *');
    },
  },
  lesson: {
    once: true,
    asked: true,
    open: async ({ page, address, game }) => {
      await page.goto(address);
      await page.locator(`[data-lesson="${game}"]`).click();
      await page.waitForSelector('.lesson .gold, .lesson p');
      await drawn(page);
      await page.waitForTimeout(300);
    },
  },
  lobby: {
    once: true,
    open: async ({ page, address }) => {
      await page.goto(address);
      await page.waitForSelector('.game small');
    },
  },
  'a table of one’s own': {
    once: true,
    asked: true,
    open: async ({ page, address, game, players }) => {
      await page.goto(address);
      await page.waitForSelector('.game small');
      await page.locator('.own summary').click();
      const choice = page.locator('[data-game-choice]');
      if (await choice.count()) await choice.selectOption(game);
      await page.locator('[data-players]').selectOption(String(players));
    },
  },
  'waiting room': {
    table: ({ tables, game, players }) => tables.waiting(game, players),
    once: true,
    open: async ({ page, address }, path) => {
      await page.goto(`${address}${path}`);
      await page.waitForSelector('li .who');
    },
  },
  'big screen': {
    table: mine,
    apart: true,
    open: async ({ page, address }, path) => {
      await page.goto(`${address}${path}/watch`);
      await page.waitForSelector('[data-wall] .player');
      await drawn(page);
    },
  },
  settings: {
    once: true,
    apart: true,
    asked: true,
    open: async ({ page, address }) => {
      await page.goto(address);
      await page.locator('[data-settings]').click();
      await page.waitForSelector('dialog[open]');
    },
  },
  analysis: {
    table: over,
    apart: true,
    asked: true,
    open: async (sought, path) => {
      await pressed(sought, `${path}/at/${sought.of[sought.phase].at}`, '[data-try]', '[data-analysis]');
      await drawn(sought.page);
      await sought.page.waitForLoadState('networkidle');
    },
  },
  puzzles: {
    once: true,
    apart: true,
    open: async ({ page, address, game }) => {
      await page.goto(`${address}/puzzles/${game}`);
      await page.waitForSelector('[data-tile]');
    },
  },
  puzzle: {
    once: true,
    apart: true,
    open: async ({ page, address, game }) => {
      await page.goto(`${address}/puzzles/${game}/day`);
      await page.waitForSelector('[data-puzzle]');
      await drawn(page);
    },
  },
  statistics: {
    once: true,
    apart: true,
    open: async ({ page, address, game }) => {
      await page.goto(`${address}/statistics/${game}`);
      await page.waitForSelector('[data-group]');
    },
  },
  progress: {
    table: over,
    once: true,
    apart: true,
    open: async ({ page, address, game }, path) => {
      const view = await (await page.request.get(`${address}/api${path.replace('table', 'tables')}`)).json();
      await page.addInitScript(
        (list) => localStorage.setItem('sampan.tables', JSON.stringify(list)),
        remembered(game, view),
      );
      await page.goto(`${address}/progress`);
      await page.waitForSelector('[data-reviews]');
    },
  },
  'box editor': {
    once: true,
    asked: true, // faults and differences come once the server has looked
    open: async ({ page, address, game }) => {
      await page.goto(`${address}/box/${game}`);
      await page.waitForSelector('[data-box] [data-step]');
      await page.waitForLoadState('networkidle');
    },
  },
  'box pieces': {
    apart: true,
    asked: true,
    open: async ({ page, address, game, phase, players }) => {
      await page.goto(`${address}/box/${game}`);
      await page.waitForSelector('[data-box] [data-step]');
      const steps = page.locator('[data-step]');
      const early = [steps.nth(1), page.locator('[data-step=start]'), steps.nth(6)];
      await (phase === 'late' ? steps.nth(players + 1) : early[players - 2]).click();
      await page.waitForSelector('[data-figure]');
      await page.waitForLoadState('networkidle');
    },
  },
  'first game': {
    once: true,
    open: async ({ page, address, game }) => {
      await page.goto(`${address}/first/${game}`);
      await page.waitForSelector('h2');
    },
  },
};
