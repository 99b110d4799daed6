import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts', 'src/games/*/e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0, // people and bots meet here in their own time; what needed it is marked "retry" in the log
    globalSetup: 'e2e/shared.ts',
  },
});
