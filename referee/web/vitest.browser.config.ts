import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/*.browser.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has a server and a browser of its own.
    fileParallelism: true,
    maxWorkers: 2,
  },
});
