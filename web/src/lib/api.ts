/** The server's API, with the types its own schema gives. */

import type { Catalogue } from './catalogue';
import { below } from './root';
import type { TrackerKind } from './saving';
import type { components, paths } from './schema';

export type Shapes = components['schemas'];
export type TableView = Shapes['TableView'];
export type TableHeading = Shapes['TableHeading'];
export type SeatView = Shapes['SeatView'];
export type GameView = Shapes['GameView'];
export type Position = Shapes['Position'];
export type Digest = Shapes['Digest'];
export type DigestEntry = Shapes['DigestEntry'];
export type Gain = Shapes['Gain'];
export type Hint = Shapes['Hint'];
export type ReviewState = Shapes['ReviewState'];
export type Waiting = Shapes['Waiting'];
export type OpenTable = Shapes['OpenTable'];
export type Opened = Shapes['Opened'];
export type Ahead = Shapes['Ahead'];
export type Planned = Shapes['PlannedReply'];
export type Proposal = Shapes['ProposalView'];
export type Somewhere = Pick<Shapes['Somewhere'], 'at' | 'line' | 'roll'>;
export type PlayOn = Shapes['PlayOn'];
export type Analysis = Shapes['Analysis'];
export type Advice = Shapes['Advice'];
/** What a seat sees of a game, and what is printed in its box: of one of the games the server knows. */
export type GameBoard = Position['board'];
export type PrintedBox = paths['/api/games/{game}/box']['get']['responses'][200]['content']['application/json'];
export type LinkKind = Shapes['SeatLink']['kind'];
export type Problem = Shapes['Problem'];

/** A refusal, or no answer at all (code `unreachable`). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly problem: Problem | null = null,
  ) {
    super(problem?.detail ?? code);
  }
}

const PATIENCE = 15_000; // ms for what is asked again where no answer comes

const ask = <T>(method: string, path: string, body?: unknown, patience?: number): Promise<T> =>
  askText<T>(method, path, body === undefined ? undefined : JSON.stringify(body), patience);

async function askText<T>(
  method: string,
  path: string,
  body?: string,
  patience?: number,
  read: (answer: Response) => Promise<unknown> = (answer) => answer.json(),
): Promise<T> {
  let answer: Response;
  try {
    // A server that goes away may do so in the middle of an answer.
    answer = await fetch(below(`/api${path}`), {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body,
      signal: patience === undefined ? undefined : AbortSignal.timeout(patience),
    });
    if (answer.ok) return (await read(answer)) as T;
  } catch {
    throw new Refusal('unreachable');
  }
  const problem = await answer.json().catch(() => null);
  throw new Refusal(problem?.code ?? (answer.status >= 500 ? 'unreachable' : 'bad_request'), problem);
}

const askFile = (method: string, path: string, body?: string) =>
  askText<string>(method, path, body, undefined, (answer) => answer.text());

/** A table as one of this device's seats; a device that is passed around holds several. Who watches sees what a spectator may,
    whatever seats the device holds. */
export class TableApi {
  constructor(
    readonly table: string,
    readonly chair: number | null = null,
    private readonly watching = false,
  ) {}

  private path(rest: string, query = ''): string {
    const chair = this.watching ? ['watch=1'] : this.chair === null ? [] : [`as=${this.chair}`];
    const asked = [...chair, ...(query ? [query] : [])].join('&');
    return `/tables/${this.table}${rest}${asked ? `?${asked}` : ''}`;
  }

  see = () => ask<TableView>('GET', this.path(''));
  brief = () => ask<Shapes['Brief']>('GET', this.path('/brief'));
  join = (body: Shapes['Join']) => ask<TableView>('POST', this.path('/join'), body, PATIENCE);
  again = () => ask<TableView>('POST', this.path('/again'), undefined, PATIENCE);
  start = () => ask<TableView>('POST', this.path('/start'));
  rename = (name: string) => ask<TableView>('POST', this.path('/rename'), { name });
  leave = (bot: string | null) => ask<TableView>('POST', this.path('/leave'), { bot });
  seatBot = (seat: number, bot: string) => ask<TableView>('POST', this.path(`/seats/${seat}/bot`), { bot });
  play = (ply: number, move: string) => ask<TableView>('POST', this.path('/moves'), { ply, move });
  undo = (ply: number) => ask<TableView>('POST', this.path('/undo'), { ply });
  restart = (ply: number) => ask<TableView>('POST', this.path('/restart'), { ply });
  openSeat = (seat: number) => ask<TableView>('POST', this.path(`/seats/${seat}/open`));
  remove = (seat: number) => ask<TableView>('POST', this.path(`/seats/${seat}/remove`));
  invite = (seat: number) => ask<Shapes['Invitation']>('POST', this.path(`/seats/${seat}/invite`));
  away = (until: number | null) => ask<TableView>('POST', this.path('/away'), { until });
  makeLink = (kind: LinkKind) => ask<Shapes['SeatLink']>('POST', this.path('/links'), { kind });
  useLink = (body: Shapes['UseLink']) => ask<TableView>('POST', this.path('/links/use'), body, PATIENCE);
  revokeLink = (kind: LinkKind) => ask<TableView>('POST', this.path('/links/revoke'), { kind });
  forgetDevices = () => ask<TableView>('POST', this.path('/devices/forget'));
  manners = (wanted: Shapes['Manners']) => ask<TableView>('POST', this.path('/manners'), wanted);
  close = () => ask<TableView>('POST', this.path('/close'));
  decision = (ply: number) => ask<TableView>('POST', this.path('/decision'), { ply });
  ahead = (ply: number, line: string[] | null) => ask<Ahead>('POST', this.path('/ahead'), { ply, line });
  reply = () => ask<Planned>('GET', this.path('/reply'));
  planReply = (ply: number, line: string[] | null, move: string) =>
    ask<Planned>('POST', this.path('/reply'), { ply, line, move });
  dropReply = () => ask<Planned>('POST', this.path('/reply/drop'));
  answer = (proposal: number, agree: boolean) =>
    ask<TableView>('POST', this.path(`/proposals/${proposal}/answer`), { agree });
  report = (seat: number | null, words: string | null) =>
    ask<Shapes['Reported']>('POST', this.path('/report'), { seat, words });
  chat = (text: string, name: string | null) => ask<TableView>('POST', this.path('/chat'), { text, name });
  digest = (since: number) => ask<Digest>('GET', this.path('/digest', `since=${since}`));
  hint = (ply: number) => ask<Hint>('POST', this.path('/hint'), { ply });
  review = (known: number | null) =>
    ask<ReviewState>('GET', this.path('/review', known === null ? '' : `known=${known}`));
  askReview = () => ask<ReviewState>('POST', this.path('/review'));
  waiting = () => ask<Waiting>('GET', this.path('/waiting'));
  gains = () => ask<Shapes['Gains']>('GET', this.path('/gains'));
  at = (moves: number) => ask<Position>('GET', this.path(`/at/${moves}`));
  picture = (language: string, at: number | null = null) =>
    ask<Shapes['Picture']>('GET', this.path('/picture', `language=${language}${at === null ? '' : `&at=${at}`}`));
  notices = () => ask<Shapes['NoticesView']>('GET', this.path('/notices'));
  setWebhook = (body: Shapes['AskWebhook']) => ask<Shapes['NoticesView']>('POST', this.path('/notices/webhook'), body);
  setPush = (body: Shapes['AskPush']) => ask<Shapes['NoticesView']>('POST', this.path('/notices/push'), body);
  makeFeed = (language: Shapes['AskFeed']['language']) =>
    ask<Shapes['FeedMade']>('POST', this.path('/notices/feed'), { language });
  removeWebhook = () => ask<Shapes['NoticesView']>('POST', this.path('/notices/webhook/remove'));
  removePush = (endpoint: string) =>
    ask<Shapes['NoticesView']>('POST', this.path('/notices/push/remove'), { endpoint });
  removeFeed = () => ask<Shapes['NoticesView']>('POST', this.path('/notices/feed/remove'));
  decisions = () => ask<Shapes['Decisions']>('GET', this.path('/decisions'));
  exported = (kind: TrackerKind) => askFile('GET', this.path(`/export/${kind}`));
  branch = (asked: PlayOn) => ask<Opened>('POST', this.path('/branches'), asked, PATIENCE);
  analysis = (at: Somewhere) => ask<Analysis>('POST', this.path('/analysis'), at);
  advice = (at: Somewhere) => ask<Advice>('POST', this.path('/analysis/advice'), at);
  record = (): string => below(`/api${this.path('/record')}`);

  live(): WebSocket {
    return new WebSocket(
      `${location.origin.replace(/^http/, 'ws')}${below(`/api${this.path('/live', 'presence=1')}`)}`,
    );
  }
}

export const languages = ['en', 'es', 'pl', 'ru'] as const;
export const seeMessages = (game: string, language: string) =>
  ask<Catalogue>('GET', `/games/${game}/messages/${language}`);
export const seeHelp = (game: string, language: string) =>
  ask<Shapes['Paragraph'][]>('GET', `/games/${game}/help/${language}`);
export const seeLesson = (game: string, language: string) =>
  ask<Shapes['LessonScript'] | null>('GET', `/games/${game}/lesson/${language}`);
export type Statistics = Shapes['Statistics'];
export const seeStatistics = (game: string) => ask<Statistics | null>('GET', `/games/${game}/statistics`);
export const listPuzzles = (game: string) => ask<Shapes['PuzzleList']>('GET', `/games/${game}/puzzles`);
export const seePuzzle = (game: string, id: string) =>
  ask<Shapes['Puzzle']>('GET', `/games/${game}/puzzles/${encodeURIComponent(id)}`);
export const tryPuzzle = (game: string, id: string, line: string[]) =>
  ask<Shapes['PuzzlePosition']>('POST', `/games/${game}/puzzles/${id}/position`, { line });
export const listGames = () => ask<GameView[]>('GET', '/games');
export const listTables = (status: string) => ask<TableHeading[]>('GET', `/tables?status=${status}&limit=20`);
export const openTable = (body: OpenTable) => ask<Opened>('POST', '/tables', body, PATIENCE);
/** The file goes as it is: a 64-bit seed does not survive a browser's numbers. A spectator's seat is -1. */
export const replayRecord = (record: string, at: number, seat: number) =>
  askText<Position>('POST', `/replay?at=${at}${seat < 0 ? '' : `&seat=${seat}`}`, record);

/** Where the seats of a record's game had something to decide. */
export const recordDecisions = (record: string) => askText<Shapes['Decisions']>('POST', '/replay/decisions', record);
export const exportRecord = (record: string, kind: TrackerKind) => askFile('POST', `/replay/export/${kind}`, record);
/** A record goes along as it is, beside what is asked about it. */
const withRecord = <T>(path: string, record: string, asked: object, patience?: number): Promise<T> =>
  askText<T>('POST', `/replay/${path}`, `${JSON.stringify(asked).slice(0, -1)},"record":${record}}`, patience);
export const analyseRecord = (record: string, at: Somewhere) => withRecord<Analysis>('analysis', record, at);

/** A record's review as it comes, until it is done or the signal ends it. */
export async function reviewRecord(record: string, take: (state: ReviewState) => void, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(below('/api/replay/review'), { method: 'POST', headers, body: record, signal });
  if (!answer.ok || !answer.body) {
    const problem = await answer.json().catch(() => null);
    throw new Refusal(problem?.code ?? 'unreachable', problem);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(JSON.parse(line) as ReviewState);
  }
}

export const branchRecord = (record: string, asked: PlayOn) => withRecord<Opened>('branches', record, asked, PATIENCE);
export const adviseRecord = (record: string, at: Somewhere) => withRecord<Advice>('analysis/advice', record, at);

/** A record's table as text. */
export const recordPicture = (record: string, at: number, language: string) =>
  askText<Shapes['Picture']>('POST', `/replay/picture?at=${at}&language=${language}`, record);

const boxes = new Map<string, Promise<PrintedBox>>();
/** What is printed in a game's box, or in another one that its table has; asked for once. */
export function seeBox(game: string, own: string | null = null): Promise<PrintedBox> {
  const name = own ?? game;
  if (!boxes.has(name)) {
    const asked =
      own === null
        ? ask<PrintedBox>('GET', `/games/${game}/box`)
        : ask<Shapes['BoxView']>('GET', `/boxes/${own}`).then(({ tables }) => tables as unknown as PrintedBox);
    asked.catch(() => boxes.delete(name));
    boxes.set(name, asked);
  }
  return boxes.get(name)!;
}
export type CheckedBox = Shapes['CheckedBox'];
/** A box as the text of a file or as its tables, and whose it is. */
export type BoxGiven = { game: string; toml?: string; tables?: Record<string, unknown> };
export type Shape = Record<string, unknown>;
export const seeShape = (game: string) => ask<Shape>('GET', `/games/${game}/box/shape`);
export const seeKeptBox = (box: string) => ask<Shapes['BoxView']>('GET', `/boxes/${box}`);
export const checkBox = (asked: BoxGiven) => ask<CheckedBox>('POST', '/boxes/check', asked);
export const keepBox = (asked: BoxGiven) => ask<Shapes['KeptBox']>('POST', '/boxes', asked);
/** The hash of the box a game is played with, where it is not the one that comes with it. */
export const ownBox = ({ box, own_box }: { box: string; own_box: boolean }): string | null => (own_box ? box : null);
