/** Tables for the screens' test: each position is made once, from a record (`positions.py`), and looked at by many. */

import { readFileSync } from 'node:fs';
import { type APIRequestContext, request } from 'playwright-core';

interface Place {
  at: number;
  seat: number;
}
export interface Played {
  record: { game: string; moves: string[] };
  seed: number;
  early: Place;
  late: Place;
  movers: number[]; // who made each move
}
type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

/** A table as one of those who sit there finds it. */
export interface Laid {
  path: string;
  cookies: Cookies;
}

const NAMES = ['Aleksandra', 'Bartholomew', 'Константин', 'Małgorzata'];

const games = new Map<string, Record<string, Played>>();
/** What bots have played, from their game's folder; `positions.py` writes it anew after a change of rules. */
function playedAt(game: string): Record<string, Played> {
  const found = games.get(game) ?? JSON.parse(readFileSync(`src/games/${game}/e2e/games.json`, 'utf-8'));
  games.set(game, found);
  return found;
}
export const played = (game: string, players: number): Played => playedAt(game)[players];
export const playersOf = (game: string): number[] => Object.keys(playedAt(game)).map(Number);

interface Opened {
  view: { table: string; ply: number };
  invites: { seat: number; invite: string }[];
}
async function posted<Found>(who: APIRequestContext, url: string, data: object = {}): Promise<Found> {
  const answer = await who.post(url, { data });
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${(await answer.text()).slice(0, 300)}`);
  return (await answer.json()) as Found;
}

/** Lays tables at a server, each that is wished for only once. */
export class Tables {
  private readonly laid = new Map<string, Promise<Laid>>();
  constructor(private readonly address: string) {}

  private once(wish: string, lay: () => Promise<Laid>): Promise<Laid> {
    const known = this.laid.get(wish) ?? lay();
    this.laid.set(wish, known);
    return known;
  }

  /** A running game in a position of a record, played from its beginning: one sits where the decision is made, or in the next seat. */
  running(of: Played, place: Place, players: number, mine: boolean): Promise<Laid> {
    return this.after(of, place.at, players, mine ? place.seat : (place.seat + 1) % players);
  }

  /** The same game, played to its end. */
  finished(of: Played, players: number): Promise<Laid> {
    return this.after(of, of.record.moves.length, players, 0);
  }

  private after(of: Played, at: number, players: number, me: number): Promise<Laid> {
    const { game, moves } = of.record;
    return this.once(`${game} ${players} ${at} ${me}`, () =>
      this.seated({ game, options: { players }, seed: of.seed }, players, me, async (table, as) => {
        let ply = 0;
        for (const [k, move] of moves.slice(0, at).entries()) {
          const [who, query] = as(of.movers[k]);
          ({ ply } = await posted<{ ply: number }>(who, `${table}/moves${query}`, { ply, move }));
        }
      }),
    );
  }

  /** One that waits for people. */
  waiting(game: string, players: number): Promise<Laid> {
    return this.once(`${game} ${players} waiting`, async () => {
      const host = await request.newContext();
      const kinds = [{ kind: 'human', name: NAMES[0] }, { kind: 'open' }, { kind: 'bot', bot: 'club', name: 'Bot 1' }];
      const seats = Array.from({ length: players }, (_, k) => kinds[k] ?? { kind: 'open' });
      const asked = { game, options: { players }, seats };
      const { view } = await posted<Opened>(host, `${this.address}/api/tables`, asked);
      const { cookies } = await host.storageState();
      await host.dispose();
      return { path: `/table/${view.table}`, cookies };
    });
  }

  /** All seats are taken: mine by me, the others by somebody else. */
  private async seated(
    asked: object,
    players: number,
    me: number,
    play: (table: string, as: (seat: number) => [APIRequestContext, string]) => Promise<void>,
  ): Promise<Laid> {
    const [host, mine, others] = await Promise.all([request.newContext(), request.newContext(), request.newContext()]);
    const seats = Array.from({ length: players }, (_, seat) => ({ kind: 'human', name: NAMES[seat] }));
    const { view, invites } = await posted<Opened>(host, `${this.address}/api/tables`, { ...asked, seats });
    const table = `${this.address}/api/tables/${view.table}`;
    const as = (seat: number): [APIRequestContext, string] =>
      seat === 0 ? [host, ''] : seat === me ? [mine, ''] : [others, `?as=${seat}`];
    for (const { seat, invite } of invites) await posted(as(seat)[0], `${table}/join${as(seat)[1]}`, { invite, seat });
    await posted(host, `${table}/start`);
    await play(table, as);
    const { cookies } = await as(me)[0].storageState();
    await Promise.all([host.dispose(), mine.dispose(), others.dispose()]);
    return { path: `/table/${view.table}`, cookies };
  }
}
