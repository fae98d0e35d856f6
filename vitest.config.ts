import { defineConfig } from 'vitest/config'

const SERVER_TEST_TIMEOUT_MS = 60_000
/** Nothing waits in real time there, but an hour of a busy hub takes its steps. */
const UNIT_TEST_TIMEOUT_MS = 30_000

export default defineConfig({
  test: {
    projects: [
      {
        define: { __BUILT_AT_MS__: '0' },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          sequence: { groupOrder: 1 },
          testTimeout: UNIT_TEST_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          sequence: { groupOrder: 2 },
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: SERVER_TEST_TIMEOUT_MS,
          hookTimeout: SERVER_TEST_TIMEOUT_MS,
        },
      },
    ],
  },
})
