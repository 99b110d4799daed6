import { defineConfig } from 'vitest/config';

// One after the other: what is timed wants the machine for itself.
export default defineConfig({
  test: {
    include: ['src/games/*/e2e/**/*.bench.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    globalSetup: 'e2e/shared.ts',
  },
});
