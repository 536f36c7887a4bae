import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/build-kernel.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
