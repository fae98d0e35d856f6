import { defineConfig, devices } from '@playwright/test'
import { findChrome } from './scripts/find-chrome.mjs'

const TEST_TIMEOUT_MS = 180_000
const EXPECT_TIMEOUT_MS = 15_000

const isRoot = process.getuid?.() === 0
const chrome = findChrome()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  workers: 1,
  // A second carrier and further places of a cut are proved in the long run.
  ...(process.env['LONG'] === '1' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(chrome === undefined ? {} : { executablePath: chrome }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
})
