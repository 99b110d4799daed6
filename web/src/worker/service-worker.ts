/** The page without a network, and notices while no page is open.

    What is online comes from the network, so nobody gets an old page from a server that has a newer one. Only files whose
    names tell their contents are taken from here first. Finished games are kept when their replay is looked at. */

import { asKept, isAway, type Kept, keptOf } from './keeping';

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
  addRoutes?(rule: { condition: { requestMethod: string }; source: 'network' }): Promise<void>;
}
interface Asked extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Extendable {
  data: { json(): unknown } | null;
}
interface Clicked extends Extendable {
  notification: Notification;
}
interface Said extends Extendable {
  data: unknown;
}
interface Window {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
}
interface Worker {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', doing: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', doing: (event: Asked) => void): void;
  addEventListener(kind: 'push', doing: (event: Pushed) => void): void;
  addEventListener(kind: 'notificationclick', doing: (event: Clicked) => void): void;
  addEventListener(kind: 'message', doing: (event: Said) => void): void;
}
const worker = self as unknown as Worker;

const [MARK, SHAPES, ...FILES] = '__BUILD__'.split(' '); // written by build.py: marks of this build and of the API's shapes, and its files
const root = worker.location.pathname.replace(/\/[^/]*$/, '');
const OURS = `sampan ${root} `; // others may be served below other paths of the same host
const CODE = `${OURS}code `;
const here = CODE + MARK;
const KEPT = `${OURS}games ${SHAPES}`; // answers of another form are no use to this page
const shell = `${root}/`;
const KEPT_GAMES = 12; // finished ones that can be replayed
const CODES = 2; // an open page may still want what it was made of

worker.addEventListener('install', (event) => {
  // What changes something never waits for this worker to wake up, where a browser can be told so.
  void event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' });
  event.waitUntil(
    caches
      .open(here)
      .then((cache) =>
        cache.addAll(
          [shell, ...FILES.map((file) => `${root}/${file}`)].map((url) => new Request(url, { cache: 'reload' })),
        ),
      )
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const ours = (await caches.keys()).filter((name) => name.startsWith(OURS));
    const others = ours.filter((name) => name !== here && name !== KEPT);
    const codes = others.filter((name) => name.startsWith(CODE)).slice(-(CODES - 1));
    await Promise.all(others.filter((name) => !codes.includes(name)).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.pathname === root ? shell : url.pathname; // a subpath is also asked for without its last slash
  if (request.method !== 'GET' || url.origin !== worker.location.origin || !path.startsWith(shell)) return;
  const kept = keptOf(path.slice(root.length), request.mode === 'navigate');
  if (kept) event.respondWith(kept.kind === 'asset' ? asset(request) : fresh(event, kept));
});

async function asset(request: Request): Promise<Response> {
  const found = await caches.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(here)).put(request.url, answer.clone());
  return answer;
}

/** From the network; what was kept only where there is none. */
async function fresh(event: Asked, kept: Kept): Promise<Response> {
  const { request } = event;
  let answer: Response | null = null;
  try {
    answer = await fetch(request);
    if (!isAway(answer.status)) {
      if (answer.ok) event.waitUntil(keep(request.url, answer.clone(), kept));
      return answer;
    }
  } catch {
    // Nobody is there.
  }
  if (kept.kind !== 'page') return (await caches.match(request.url)) ?? answer ?? Response.error();
  const found = (await (await caches.open(here)).match(shell)) ?? answer;
  if (!found) return Response.error();
  return new Response(asKept(await found.text()), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function keep(url: string, answer: Response, kept: Kept): Promise<void> {
  if (kept.kind === 'page') return; // the shell belongs to its build
  if (kept.kind === 'file') return (await caches.open(here)).put(url, answer);
  const games = await caches.open(KEPT);
  if (kept.kind === 'table') {
    const over = ((await answer.clone().json()) as { status: string }).status === 'over';
    if (!over) return;
  } else if (kept.kind === 'part' && !(await isKept(games, kept.table))) return;
  await games.put(url, answer);
}

const tableUrl = (table: string): string => `${worker.location.origin}${root}/api/tables/${table}`;
const isKept = async (games: Cache, table: string): Promise<boolean> =>
  (await games.match(tableUrl(table), { ignoreSearch: true })) !== undefined;

// ---------------------------------------------------------------- a finished game, move by move

worker.addEventListener('message', (event) => {
  const said = event.data as { keep?: { table: string; moves: number; query: string } };
  if (said?.keep) event.waitUntil(keepGame(said.keep.table, said.keep.moves, said.keep.query));
});

async function keepGame(table: string, moves: number, query: string): Promise<void> {
  const games = await caches.open(KEPT);
  if (!(await isKept(games, table))) return;
  for (let at = 0; at <= moves; at++) {
    const url = `${tableUrl(table)}/at/${at}${query}`;
    if (await games.match(url)) continue;
    const answer = await fetch(url).catch(() => null);
    if (!answer?.ok) return; // the rest another time
    await games.put(url, answer);
  }
  await forgetOldest(games);
}

/** Caches list what they hold in the order in which it came. */
async function forgetOldest(games: Cache): Promise<void> {
  const all = (await games.keys()).map(({ url }) => url);
  const tableOf = (url: string): string | undefined => /\/api\/tables\/([\w-]{12})/.exec(url)?.[1];
  const tables = [...new Set(all.map(tableOf).filter((table) => table !== undefined))];
  const old = new Set(tables.slice(0, -KEPT_GAMES));
  await Promise.all(all.filter((url) => old.has(tableOf(url) ?? '')).map((url) => games.delete(url)));
}

// ---------------------------------------------------------------- notices

interface Notice {
  title: string;
  body: string;
  path: string;
  tag: string;
}
const windows = (): Promise<Window[]> => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
const isTable = (path: unknown): path is string => typeof path === 'string' && /^\/table\/[\w-]{12}$/.test(path);

worker.addEventListener('push', (event) => {
  const told = event.data?.json() as Notice | undefined;
  if (!told || !isTable(told.path)) return;
  const show = async (): Promise<void> => {
    const looks = (await windows()).some(
      ({ url, visibilityState }) => visibilityState === 'visible' && new URL(url).pathname === root + told.path,
    );
    if (looks) return; // the page itself says so
    await worker.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      icon: `${root}/icons/sampan-192.png`,
      data: told.path,
    });
  };
  event.waitUntil(show());
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path: unknown = event.notification.data;
  const go = async (): Promise<void> => {
    const address = root + (isTable(path) ? path : '/');
    const open = (await windows()).find(({ url }) => new URL(url).pathname === address);
    await (open ? open.focus() : worker.clients.openWindow(address));
  };
  event.waitUntil(go());
});
