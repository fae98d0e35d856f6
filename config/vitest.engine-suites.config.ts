import { defineConfig } from 'vitest/config'
import { openFirefox } from '../tests/engines/drivers/puppeteer-driver.ts'
import { engineProvider } from '../tests/engines/drivers/vitest-provider.ts'
import { openWebKit } from '../tests/engines/drivers/webkit-driver.ts'
import browserConfig from './vitest.browser.config.ts'

/** Tests of Chromium only: simulated limits of other engines, and memory use. */
const CHROMIUM_ONLY = ['engines', 'canvas-limit*', 'memory'].map((name) => `tests/browser/image/${name}.test.ts`)
/** The defect that this test covers only exists in WebKitGTK. */
const WEBKIT_ONLY = 'tests/browser/editing/many-gifs.webkit.ts'
/** WebKitGTK has no origin private file system and packs in memory. */
const NEEDS_FILE_SYSTEM = ['tests/browser/zip/*.test.ts']

const { FIREFOX_PATH = '', WEBKIT_DRIVER_PATH = '' } = process.env
const firefox = {
  browser: 'firefox' as const,
  provider: engineProvider(() => openFirefox(FIREFOX_PATH, 'lasting')),
  exclude: [...CHROMIUM_ONLY, WEBKIT_ONLY],
}
const webkit = {
  browser: 'webkit' as const,
  provider: engineProvider(() => openWebKit(WEBKIT_DRIVER_PATH, 'lasting')),
  exclude: [...CHROMIUM_ONLY, ...NEEDS_FILE_SYSTEM],
}
const instances = [...(FIREFOX_PATH === '' ? [] : [firefox]), ...(WEBKIT_DRIVER_PATH === '' ? [] : [webkit])]

/** The tests of editing, pictures, packing and the store in the other engines of this machine. The ordinary run covers Chromium. */
export default defineConfig({
  ...browserConfig,
  test: {
    ...browserConfig.test,
    name: 'engine-suites',
    include: ['tests/browser/{editing,image,zip}/*.test.{ts,tsx}', 'tests/browser/page/failed-write.test.ts', WEBKIT_ONLY],
    maxWorkers: 1,
    browser: { ...browserConfig.test?.browser, screenshotFailures: false, provider: firefox.provider, instances },
  },
})
