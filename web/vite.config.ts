import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { marksFirst } from './first';
import { sentencesByLanguage } from './sentences';

// The page asks the server it came from; while developing, Vite hands those questions on.
const server = process.env.SAMPAN ?? 'http://127.0.0.1:8765';

// What the server says of itself: build.py asks it before it builds.
const api = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf-8'));
const games = api.paths['/api/games/{game}/box'].get.parameters[0].schema.enum;

// What several parts of the page share lies in a few files, for each costs a request: what the lobby needs, what every table needs,
// and what belongs to one game.
const BASE =
  /node_modules|src\/(lib|lobby|lesson|progress|settings)\/|src\/games\/\w+\.\w+$|src\/paraglide\/(runtime|messages\/_index)|src\/(help|statistics)\/(help|rules|served|read)|src\/replay\/(dropped|linked)|src\/box\/dropped|src\/table\/outcome|src\/whatif\/(address|asked)/;
const TABLE = /src\/(table|replay|help|whatif|review)\//;
const GAME = /src\/games\/(\w+)\//;

export default defineConfig({
  define: { __GAMES__: JSON.stringify(games) },
  base: './', // the server writes the subpath it is served below into index.html; all else is found from there
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['globalVariable', 'baseLocale'],
      outputStructure: 'locale-modules',
    }),
    sentencesByLanguage(),
    marksFirst(),
    svelte(),
  ],
  resolve: { alias: { '../registry.js': fileURLToPath(new URL('./src/lib/plural.ts', import.meta.url)) } }, // for the compiled sentences
  build: {
    outDir: '../src/sampan/server/page',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' }, // of the fonts and packages that go out with it
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'], // those that know light-dark(), which parts of a page turn by themselves
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./index.html', import.meta.url)),
        'service-worker': fileURLToPath(new URL('./src/worker/service-worker.ts', import.meta.url)),
      },
      output: {
        // A service worker is known by its address, and answers for what lies below it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // A game's own script goes by its name, so that one sees in a browser what is fetched.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.match(/games\/(\w+)\/index\.ts$/)?.[1] ?? '[name]'}-[hash].js`,
        // What several parts of the page share lies in a few files: each file more costs a request.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, minShareCount: 2 },
            { name: 'table', test: TABLE, minShareCount: 2 },
            { name: (id: string) => id.match(GAME)?.[1] ?? null, test: GAME, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
