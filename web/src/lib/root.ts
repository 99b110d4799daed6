/** Where the server keeps us: nothing, or the subpath it is served below. The only place that knows it. */

const written = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="root"]'); // unit tests have no page
export const root = written?.content ?? '';

/** An address of ours as the browser asks for it. */
export const below = (address: string): string => root + address;
