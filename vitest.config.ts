import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/prepare.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Hooks that are run without a daemon would start one and leave it behind.
    env: { PORTCULLIS_NO_DAEMON: '1' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers than that only make timings noisy.
    maxWorkers: 2,
  },
})
