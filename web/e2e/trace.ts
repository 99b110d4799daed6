/** When a view was really on the screen: Chromium's own trace knows when each frame was presented. */

import type { Browser } from 'playwright-core';

interface Event {
  name: string;
  ph: string;
  ts: number;
  pid: number;
  id2?: { local?: string };
  args: { id?: string };
}

/** Milliseconds from the arrival of each view that came meanwhile until the frame that shows it was presented. */
export async function presented(browser: Browser, doing: () => Promise<unknown>): Promise<number[]> {
  const line = await browser.newBrowserCDPSession();
  const events: Event[] = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])));
  const complete = new Promise<void>((done) => line.on('Tracing.tracingComplete', () => done()));
  await line.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'devtools.timeline'], excludedCategories: ['*'] },
  });
  await doing();
  await new Promise((wait) => setTimeout(wait, 300)); // for the last frame
  await line.send('Tracing.end');
  await complete;
  await line.detach();
  return read(events.sort((a, b) => a.ts - b.ts));
}

function read(events: Event[]): number[] {
  const page = events.find((event) => event.name === 'sampan-frame')?.pid;
  const own = events.filter((event) => event.pid === page);
  const [arrived, begun] = [new Map<string, number>(), new Map<string, { from: number; id: string }>()];
  const views: { came: number; frame: number }[] = [];
  const frames: { from: number; to: number; id: string }[] = [];
  const shown = new Map<string, number>();
  for (const { name, ph, ts, id2, args } of own) {
    const key = id2?.local ?? '';
    if (name === 'sampan-frame' && ph === 'b') arrived.set(key, ts);
    if (name === 'sampan-frame' && ph === 'e') views.push({ came: arrived.get(key)!, frame: ts });
    if (name === 'AnimationFrame' && ph === 'b') begun.set(key, { from: ts, id: args.id! });
    if (name === 'AnimationFrame' && ph === 'e' && begun.has(key)) frames.push({ ...begun.get(key)!, to: ts });
    if (name === 'AnimationFrame::Presentation') shown.set(args.id!, ts);
  }
  const moments = [...shown.values()];
  return views.map(({ came, frame }) => {
    const drawn = frames.findLast(({ from, to }) => from <= frame && frame <= to + 100); // microseconds
    // A frame that was overtaken by the next is shown with that.
    const moment = (drawn && shown.get(drawn.id)) ?? moments.find((at) => at > frame);
    return ((moment ?? Infinity) - came) / 1000;
  });
}
