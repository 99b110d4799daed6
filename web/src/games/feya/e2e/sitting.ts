/** A table of Feya's Swamp, played on without the page up to a position that is wished for. */

import type { Visitor } from '../../../../e2e/stage';

const SEED = 16; // the deals are always the same; the bots are not
export interface Until {
  round?: number;
  ask?: string;
  over?: boolean;
}

/** A new table against bots that choose at random; for the sake of time it is played on without the page so far. */
export class Sitting {
  private dice = 12345;
  private constructor(
    private readonly address: string,
    private readonly visitor: Visitor,
    readonly table: string,
  ) {}

  static async down(
    address: string,
    visitor: Visitor,
    players: number,
    options: Record<string, string> = {},
    until: Until | null = null,
  ): Promise<Sitting> {
    const seats = Array.from({ length: players }, (_, k) =>
      k ? { kind: 'bot', bot: 'random', name: ['', 'Ben', 'Cleo', 'Dan'][k] } : { kind: 'human', name: 'Ann' },
    );
    const asked = {
      game: 'feya',
      options: { players, ...options },
      seats,
      listed: false,
      seed: SEED,
      pace: { kind: 'none', amount: 0 },
    };
    const opened = (await (await visitor.context.request.post(`${address}/api/tables`, { data: asked })).json()) as {
      view: { table: string };
    };
    const sitting = new Sitting(address, visitor, opened.view.table);
    await visitor.context.request.post(sitting.api('/start'));
    if (until) await sitting.skip(until);
    await visitor.page.goto(`${address}/table/${sitting.table}`);
    await visitor.page.waitForSelector('.map .water');
    return sitting;
  }

  private readonly api = (rest: string): string => `${this.address}/api/tables/${this.table}${rest}`;
  private roll(many: number): number {
    this.dice = (this.dice * 1103515245 + 12345) % 2147483648;
    return this.dice % many;
  }

  /** Any move, seldom a pass, until the position is one that was wished for. */
  async skip(until: Until): Promise<void> {
    const { request } = this.visitor.context;
    for (let n = 0; n < 3000; n++) {
      const view = await (await request.get(this.api(''))).json();
      const there =
        (!until.round || view.board.round >= until.round) &&
        (!until.ask || view.board.ask === until.ask) &&
        view.legal.length > 0;
      if (view.status === 'over' || (there && !until.over)) return;
      const own = (view.legal as { text: string }[])
        .map((move) => move.text)
        .filter((text) => !text.startsWith('swap:'));
      const doing = own.filter((text) => text !== 'pass' && text !== 'done');
      const from = doing.length && this.roll(12) ? doing : own;
      if (from.length)
        await request.post(this.api('/moves'), { data: { ply: view.ply, move: from[this.roll(from.length)] } });
      else await new Promise((wait) => setTimeout(wait, 10));
    }
  }

  /** On the page, leaving it the time to draw. */
  async on(until: Until): Promise<void> {
    await this.visitor.page.goto('about:blank');
    await this.skip(until);
    await this.visitor.page.goto(`${this.address}/table/${this.table}`);
    await this.visitor.page.waitForSelector('.map .water');
  }
}
