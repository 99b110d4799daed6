import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/e2e/**'],
    isolate: false, // what they import is read once
    setupFiles: 'tests/english.ts',
    testTimeout: 60_000, // rules compile beside them
  },
});
