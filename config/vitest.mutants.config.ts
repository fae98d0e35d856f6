import { defineConfig } from 'vitest/config'

const MUTANT_TEST_TIMEOUT_MS = 60_000
/** A hook above its time limit does not fail the first run of Stryker; all mutants would then count as unreached. */
const HOOK_TIMEOUT_MS = 300_000

/** The tests of one part of `npm run mutants`, in one thread without isolation, because each mutant starts them again. */
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
