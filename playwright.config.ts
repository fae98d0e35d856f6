import { defineConfig, devices } from '@playwright/test'
import { findChrome, findShell } from './scripts/find-chrome.mjs'

const TEST_TIMEOUT_MS = 180_000
const EXPECT_TIMEOUT_MS = 20_000

/** They measure time, or count questions and processes: nothing else may run beside them. */
const EXCLUSIVE = /\/(?:carriers|many-tabs)\.spec\.ts$/
/** They ask for what only a browser with windows has, such as notifications and installing, or are the main job, as people have it. */
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
  // A test waits for the other side every now and then: with two, a core would rest for a fifth of the time.
  workers: 3,
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  // A trace costs each test a tenth more: what has failed runs again with one, and has failed however that ends.
  retries: isLong ? 0 : 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  projects: [
    // One after the other, so first: others run beside them.
    { name: 'whole', testMatch: WHOLE, workers: 1, use: whole },
    { name: 'shared', testIgnore: [EXCLUSIVE, WHOLE] },
    { name: 'exclusive', testMatch: EXCLUSIVE, workers: 1, outputDir: 'test-results/e2e-exclusive' },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Storing the whole app costs seconds a test: tests about being offline, caches and updates allow it, or have the tag @offline.
    serviceWorkers: 'block',
    trace: isLong ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launch(findShell()),
  },
})
