import { defineConfig } from 'vitest/config';

// Every screen of the selection (`python web/build.py screens`, `sheet`), two at a time.
export default defineConfig({
  test: {
    include: ['e2e/screens/*.screens.ts'],
    testTimeout: 480_000,
    hookTimeout: 300_000,
    maxConcurrency: 2,
    globalSetup: 'e2e/shared.ts',
  },
});
