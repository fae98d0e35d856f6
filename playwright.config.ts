import { defineConfig, devices } from '@playwright/test'
import { findChrome, findShell } from './scripts/find-chrome.mjs'

const TEST_TIMEOUT_MS = 180_000
const EXPECT_TIMEOUT_MS = 20_000

/** These tests measure time, or count requests and processes, so nothing else may run at the same time. */
const EXCLUSIVE = /\/(?:carriers|many-tabs)\.spec\.ts$/
/** These tests need a headed browser, for example for notifications and installing, or run the main job as users do. */
const WHOLE = /\/(?:install|main-job|push|settings)\.spec\.ts$/

const isLong = process.env['LONG'] === '1'
const isRoot = process.getuid?.() === 0
const launch = (executablePath: string | undefined) => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
})
const whole = { launchOptions: launch(findChrome()) }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  // Tests often wait for the server. With two workers, a core would be idle for a fifth of the time.
  workers: 3,
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  // A trace slows each test by a tenth. So only a failed test runs again with a trace; it counts as failed in any case.
  retries: isLong ? 0 : 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  projects: [
    // Runs first, because its tests run one by one; the other projects run in parallel.
    { name: 'whole', testMatch: WHOLE, workers: 1, use: whole },
    { name: 'shared', testIgnore: [EXCLUSIVE, WHOLE] },
    { name: 'exclusive', testMatch: EXCLUSIVE, workers: 1, outputDir: 'test-results/e2e-exclusive' },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Precaching the app costs seconds per test. Tests of offline use, caches and updates allow it, or have the tag @offline.
    serviceWorkers: 'block',
    trace: isLong ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launch(findShell()),
  },
})
