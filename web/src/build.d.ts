/** The server's games when the page was built, in its order; see vite.config.ts. */
declare const __GAMES__: string[];
