import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts', 'src/games/*/e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    globalSetup: 'e2e/shared.ts',
  },
});
