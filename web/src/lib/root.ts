/** Where the server keeps us: nothing, or the subpath it is served below. The only place that knows it. */

export const root = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '';

/** An address of ours as the browser asks for it. */
export const below = (address: string): string => root + address;
