/** The frames that show what was drawn: when the next one comes, and what is done when it is on the screen. For whoever measures,
    each frame that shows something new says how long that took: `sampan-script` is the page's own work, `sampan-frame` and
    `sampan-drawn` the time from the arrival of the oldest view that was not on the screen yet to the frame that shows the newest,
    and to the page's next task after it. When the frame is presented only a trace tells. */

import { tick } from 'svelte';

const LATE = 250; // ms after which nobody seems to look: then there is no frame to wait for
const SEEN = 40; // ms after which a frame that was handed over is on the screen; whatever begins before takes the time it needs

export class Frames {
  private frame = 0; // asked for, to show what was drawn
  private since = 0; // when the oldest view came that the frame will show
  private late: ReturnType<typeof setTimeout> | undefined;
  private seen: ReturnType<typeof setTimeout> | undefined; // until it is on the screen
  private readonly channel = new MessageChannel();
  private less: (() => void)[] = []; // urgent, and therefore done when the view is on the screen

  /** `withFrame` draws what has waited for the frame; `afterFrame` does what is less urgent, when it is on the screen. */
  constructor(
    private readonly withFrame: () => void,
    private readonly afterFrame: () => void,
  ) {
    this.channel.port1.onmessage = ({ data }) => {
      performance.measure('sampan-drawn', { start: data as number });
      clearTimeout(this.seen);
      this.seen = setTimeout(this.after, SEEN);
    };
  }

  /** Whether something is drawn that the screen does not show yet. */
  get pending(): boolean {
    return this.frame !== 0 && !document.hidden;
  }

  /** Something new is drawn, which came at that moment: a frame will show it. */
  drew(came: number): void {
    void tick().then(() => performance.measure('sampan-script', { start: came }));
    if (this.frame) return;
    if (document.hidden) {
      this.afterFrame();
      return;
    }
    this.since = came;
    this.frame = requestAnimationFrame(this.show);
    this.late = setTimeout(this.show, LATE);
  }

  private readonly show = (): void => {
    clearTimeout(this.late);
    cancelAnimationFrame(this.frame);
    performance.measure('sampan-frame', { start: this.since });
    this.withFrame();
    this.frame = 0;
    this.channel.port2.postMessage(this.since); // answered when this frame has been laid out, painted and handed over
  };

  /** Unless there is another frame to come: then after that. */
  private readonly after = (): void => {
    if (this.frame) return;
    this.seen = undefined;
    this.less.splice(0).forEach((doing) => doing());
    this.afterFrame();
  };

  /** When no view waits for its frame: whatever else is drawn before would be drawn with it, and make it late. */
  still(): Promise<void> {
    return (this.frame || this.seen) && !document.hidden
      ? new Promise((done) => this.less.push(done))
      : Promise.resolve();
  }

  close(): void {
    clearTimeout(this.late);
    clearTimeout(this.seen);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.less.splice(0).forEach((doing) => doing());
  }
}
