import { defineConfig } from 'vitest/config'

/** The longest step processes a video for a minute. */
const STEP_LIMIT_MS = 240_000

/** The main job in each browser engine of this machine, one after the other on one server: `npm run test:engines`. */
export default defineConfig({
  define: { __BUILT_AT_MS__: '0' },
  test: {
    name: 'engines',
    environment: 'node',
    include: ['tests/engines/**/*.test.ts'],
    testTimeout: STEP_LIMIT_MS,
    hookTimeout: STEP_LIMIT_MS,
  },
})
