import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/build-kernel.ts'],
    // the long mode goes through whole collections of formulas
    testTimeout: process.env.TEGATA_LONG === '1' ? 7_200_000 : 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
