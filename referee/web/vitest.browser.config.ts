import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/*.browser.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has a server and a browser of its own, and waits for them often enough that two cores have time for a third.
    fileParallelism: true,
    maxWorkers: 3,
  },
});
