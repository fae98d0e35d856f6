import { defineConfig } from 'vitest/config'

const MUTANT_TEST_TIMEOUT_MS = 60_000
/** A hook that runs out of time ends no first run of Stryker: it would only take every mutant for unreached. */
const HOOK_TIMEOUT_MS = 300_000

/** The tests of one part of `npm run mutants`, in one thread without isolation: each mutant is another start of them. */
export default defineConfig({
  define: { __BUILT_AT_MS__: '0' },
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split(' '),
    environment: 'node',
    isolate: false,
    testTimeout: MUTANT_TEST_TIMEOUT_MS,
    hookTimeout: HOOK_TIMEOUT_MS,
  },
})
