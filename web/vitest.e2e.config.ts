import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts', 'src/games/*/e2e/**/*.test.ts'],
    // On a machine that is busy with something else everything takes its time: whoever waits longer than this waits in vain.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 30 } },
    hookTimeout: 300_000,
    maxWorkers: 2,
    isolate: false, // each file calls for its own stage; what they import is read once
    retry: process.env.CI ? 1 : 0, // people and bots meet here in their own time; what needed it is marked "retry" in the log
    globalSetup: 'e2e/shared.ts',
  },
});
