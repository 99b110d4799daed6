/** Games of other people's packages, installed somewhere of their own for a server of the tests. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const python = (): string => process.env.PYTHON ?? '../.venv/bin/python';
const folder = (): string => mkdtempSync(join(tmpdir(), 'sampan-package-'));

/** The tests' own tiny game, as pip would leave it. */
export function installTiny(): string {
  const place = folder();
  const code = 'import pathlib, sys; from tests.packages.installing import install; install(pathlib.Path(sys.argv[1]))';
  execFileSync(python(), ['-c', code, place], { env: { ...process.env, PYTHONPATH: '..' } });
  return place;
}

/** A package by pip, from a copy: building leaves files beside the sources. */
export function pipInstall(source: string): string {
  const [copy, place] = [folder(), folder()];
  cpSync(source, copy, { recursive: true });
  execFileSync(python(), ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', place, copy], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return place;
}

/** Compiled beforehand, as `make test` does it for the games that come with Sampan: nobody plays while that goes on. */
export function compiled(place: string, game: string): string {
  execFileSync(python(), ['-m', 'sampan.cli', 'compile', game], {
    env: { ...process.env, PYTHONPATH: place },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return place;
}
