import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/build-kernel.ts'],
    // the default leaves one core idle, which is half of two
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // the long mode goes through whole collections of formulas
    testTimeout: process.env.TEGATA_LONG === '1' ? 7_200_000 : 300_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
