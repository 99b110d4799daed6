/** Parts of something large that come one after another, each in a task of its own, so that a finger is heard in between. They are
    as soon there as all of them at once would be, but what is around them comes before. Only for what
    has its place already: nothing may be pushed by what comes. */

/** A task of its own; unlike a timer it is not put off where nobody looks. */
function soon(doing: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    doing();
  };
  port2.postMessage(null);
  return () => port1.close();
}

/** Made while a component is: how many of its parts are there by now. */
export class Turns {
  #here = $state(1);

  constructor(parts: number) {
    $effect(() => (this.#here < parts ? soon(() => this.#here++) : undefined));
  }
  get here(): number {
    return this.#here;
  }
}
