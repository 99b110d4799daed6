import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default [
  { ignores: ['node_modules', 'src/paraglide', 'src/lib/schema.d.ts', 'shots'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off', // svelte-check knows better
      'svelte/prefer-svelte-reactivity': 'off', // what holds a map here is replaced as a whole, or is no state at all
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // What flies or rings for a moment is drawn on a layer that Svelte leaves alone.
    files: ['src/table/Flights.svelte', 'src/games/*/Rings.svelte'],
    rules: { 'svelte/no-dom-manipulating': 'off' },
  },
];
