import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { leftToLongRun } from './scripts/test/long-files.mjs'

const SERVER_TEST_TIMEOUT_MS = 120_000
/** The time limit of a condition while other tests run in parallel. */
const POLL_TIMEOUT_MS = 10_000
/** Nothing waits in real time there, but an hour of a busy hub has many steps. */
const UNIT_TEST_TIMEOUT_MS = 30_000

/** A file that replaces modules has its own copies. All other files share those of their worker, which are loaded once. */
const REPLACES = /\bvi\.(?:mock|doMock|resetModules)\(/
const unitFiles = readdirSync('tests/unit', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))
const replacing = unitFiles.map((file) => `tests/unit/${file}`).filter((file) => REPLACES.test(readFileSync(file, 'utf8')))

const every = {
  environment: 'node' as const,
  maxWorkers: 2,
  setupFiles: ['tests/fixtures/setup-file.ts', 'tests/fixtures/property-seed.ts'],
  provide: { waitLimitMs: POLL_TIMEOUT_MS },
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
}
const unit = {
  ...every,
  setupFiles: [...every.setupFiles, 'tests/unit/page-state.ts'],
  testTimeout: UNIT_TEST_TIMEOUT_MS,
}

export default defineConfig({
  test: {
    projects: [
      {
        define: { __BUILT_AT_MS__: '0' },
        test: { ...unit, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: [...replacing, ...leftToLongRun], isolate: false },
      },
      {
        define: { __BUILT_AT_MS__: '0' },
        test: { ...unit, name: 'unit-isolated', include: replacing },
      },
      {
        test: {
          ...every,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: leftToLongRun,
          pool: 'forks',
          isolate: false,
          testTimeout: SERVER_TEST_TIMEOUT_MS,
          hookTimeout: SERVER_TEST_TIMEOUT_MS,
        },
      },
    ],
  },
})
