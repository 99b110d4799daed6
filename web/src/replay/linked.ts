/** A record inside a link: packed behind the #, which browsers send to nobody, so that it opens in any of them. */

const MOST = 90_000; // characters; a long game takes a tenth of it
const FORMAT = 'deflate-raw';

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const [parts, reader]: [Uint8Array[], ReadableStreamDefaultReader<Uint8Array>] = [[], stream.getReader()];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST) {
      void reader.cancel();
      throw new Error('too large');
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(size);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};
const through = (bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream) =>
  bytesOf(new Blob([bytes]).stream().pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>));

/** What stands behind the # for this record. */
export async function packed(text: string): Promise<string> {
  const slim = new TextEncoder().encode(text.replace(/\n\s*/g, ''));
  const bytes = await through(slim, new CompressionStream(FORMAT));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** The record behind the #; nothing if it is none, was cut short or is too large. */
export async function unpacked(behind: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(behind.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream(FORMAT)));
  } catch {
    return null;
  }
}

export interface Heading {
  game: string;
  names: string[]; // seat by seat, as far as it bears any
  over: boolean;
}

/** What a record says of itself; the server has checked it before. */
export function headingOf(text: string): Heading {
  try {
    const { game, names, over } = JSON.parse(text) as Partial<Heading>;
    return { game: String(game), names: Array.isArray(names) ? names.map(String) : [], over: over === true };
  } catch {
    return { game: '', names: [], over: false };
  }
}
