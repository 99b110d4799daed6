/** A real server and a real browser, as processes. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A port that nobody has, nor is given before it is used: systems give away those from 32768 on. */
async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_768);
  const probe = createServer();
  const free = await new Promise<boolean>((told) => {
    probe.once('error', () => told(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => told(true)));
  });
  return free ? port : freePort();
}

const python = (script: string, ...words: string[]): void =>
  void execFileSync(process.env.PYTHON ?? '../.venv/bin/python', ['-c', script, ...words]);

/** An empty database of one's own: a file, or one at the PostgreSQL that SAMPAN_E2E_POSTGRES names. */
function newDatabase(port: number): string {
  const cluster = process.env.SAMPAN_E2E_POSTGRES;
  if (cluster === undefined) return join(mkdtempSync(join(tmpdir(), 'sampan-e2e-')), 'tables.sqlite');
  const script = 'import psycopg, sys; psycopg.connect(sys.argv[1], autocommit=True).execute(sys.argv[2])';
  python(script, `${cluster}/postgres`, `CREATE DATABASE e2e${port}`);
  return `${cluster}/e2e${port}`;
}

export class Server {
  private process: ChildProcess | null = null;
  readonly database: string;
  private pause = 0; // between bots' moves
  constructor(
    readonly port: number,
    private readonly root: string,
    private readonly packages?: string,
    private readonly more: object = {},
    private readonly env: Record<string, string> = {},
  ) {
    this.database = newDatabase(port);
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}${this.root}`;
  }

  async start(): Promise<void> {
    const settings = {
      database: this.database,
      bot_pause: this.pause,
      rate: 2000,
      burst: 5000,
      tables_a_minute: 600,
      root_path: this.root,
      log_level: 'warning',
      review_effort: 0.03, // a review in a moment, whatever it is worth
      ...this.more,
    };
    const path = this.packages === undefined ? {} : { PYTHONPATH: this.packages };
    this.process = spawn(
      process.env.PYTHON ?? '../.venv/bin/python',
      [
        '-m',
        'uvicorn',
        '--factory',
        'sampan.server.app:application',
        '--port',
        String(this.port),
        '--log-level',
        'warning',
        '--ws',
        'websockets-sansio',
      ],
      {
        env: { ...process.env, ...path, ...this.env, SAMPAN_SERVER: JSON.stringify(settings) },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    for (let tries = 0; tries < 600; tries++) {
      const up = await fetch(`${this.address}/api/games`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await new Promise((wait) => setTimeout(wait, 150));
    }
    throw new Error('the server did not come up');
  }

  /** Begin anew with bots that leave people the time to follow. */
  async pausing(seconds: number): Promise<void> {
    if (this.pause === seconds) return;
    await this.kill();
    this.pause = seconds;
    await this.start();
  }

  /** Let the time of whoever must decide at a table be up, as if it had passed. */
  runOut(link: string): void {
    const name = new URL(link).pathname.split('/').at(-1)!;
    const change = `UPDATE tables SET due_at = 1, version = version + 1 WHERE id = '${name}'`;
    const script = [
      'import sys',
      'from sampan.server.settings import Settings',
      'from sampan.server.store import open_engine',
      'with open_engine(Settings(database=sys.argv[1])).begin() as connection:',
      '    connection.exec_driver_sql(sys.argv[2])',
    ];
    python(script.join('\n'), this.database, change);
  }

  async kill(): Promise<void> {
    const going = this.process;
    if (!going) return;
    const gone = new Promise((done) => going.once('exit', done));
    going.kill('SIGKILL');
    await gone;
    this.process = null;
  }
}

const WHOLE = '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';
/** A browser: where there is one, Chromium without all that belongs to windows, which takes a third less of the machine; whoever
    needs more of it, notifications for example, asks for the whole. */
export const launched = (whole = false) =>
  chromium.launchServer({ executablePath: !whole && existsSync(SHELL) ? SHELL : WHOLE, args: FLAGS });

export type Special = [root: string, packages?: () => string, more?: object, env?: Record<string, string>];
export async function started(...[root, packages, more, env]: Special): Promise<Server> {
  const server = new Server(await freePort(), root, packages?.(), more, env);
  await server.start();
  return server;
}
