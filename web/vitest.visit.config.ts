import { defineConfig } from 'vitest/config';

// Prints what stands on every screen in one language, for whoever reads it.
export default defineConfig({
  test: {
    include: ['e2e/**/*.visit.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    globalSetup: 'e2e/shared.ts',
  },
});
