/** A real server and a real browser, as processes. */

import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
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

const PYTHON = process.env.PYTHON ?? '../.venv/bin/python';
const python = (script: string, ...words: string[]): void => void execFileSync(PYTHON, ['-c', script, ...words]);

/** Where servers are forked from one process that has loaded everything (`tests/nursery.py`); workers are told by their environment. */
const NURSERY = 'SAMPAN_E2E_NURSERY';
const SERVE = `
import sys, uvicorn
uvicorn.run("sampan.server.app:application", factory=True, port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio")
`;

/** Begin that process; it ends when what this gives is called. */
export async function nursery(): Promise<() => void> {
  const place = join(mkdtempSync(join(tmpdir(), 'sampan-e2e-')), 'nursery');
  const forking = spawn(PYTHON, ['-m', 'tests.nursery', place], { cwd: '..', stdio: ['ignore', 'inherit', 'inherit'] });
  for (let tries = 0; tries < 600 && !existsSync(place); tries++) await new Promise((wait) => setTimeout(wait, 150));
  process.env[NURSERY] = place;
  return () => void forking.kill('SIGKILL');
}

/** A server's process, by its number. */
async function forked(place: string, port: number, env: NodeJS.ProcessEnv): Promise<number> {
  const line = createConnection(place);
  line.write(`${JSON.stringify({ source: SERVE, words: [String(port)], env, folder: process.cwd() })}\n`);
  let told = '';
  for await (const part of line) told += String(part);
  return Number(told);
}

/** The same from nothing, where packages or settings of Python itself make it another one. */
function begun(port: number, env: NodeJS.ProcessEnv): number {
  return spawn(PYTHON, ['-c', SERVE, String(port)], { env, stdio: ['ignore', 'inherit', 'inherit'] }).pid!;
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** An empty database of one's own: a file, or one at the PostgreSQL that SAMPAN_E2E_POSTGRES names. */
function newDatabase(port: number): string {
  const cluster = process.env.SAMPAN_E2E_POSTGRES;
  if (cluster === undefined) return join(mkdtempSync(join(tmpdir(), 'sampan-e2e-')), 'tables.sqlite');
  const script = 'import psycopg, sys; psycopg.connect(sys.argv[1], autocommit=True).execute(sys.argv[2])';
  python(script, `${cluster}/postgres`, `CREATE DATABASE e2e${port}`);
  return `${cluster}/e2e${port}`;
}

export class Server {
  private process = 0; // its number, while it runs
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
    const env = { ...process.env, ...path, ...this.env, SAMPAN_SERVER: JSON.stringify(settings) };
    const [own, place] = [Object.keys({ ...path, ...this.env }).length > 0, process.env[NURSERY]];
    this.process = own || !place ? begun(this.port, env) : await forked(place, this.port, env);
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
    this.process = 0;
    process.kill(going, 'SIGKILL');
    while (runs(going)) await new Promise((wait) => setTimeout(wait, 20));
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
