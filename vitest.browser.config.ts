import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChrome } from './scripts/find-chrome.mjs'

const chrome = findChrome()
const isRoot = process.getuid?.() === 0

export default defineConfig({
  worker: { format: 'es' },
  optimizeDeps: { include: ['comlink', 'pica', 'browser-image-compression'] },
  test: {
    name: 'browser',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 20_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(chrome !== undefined && { executablePath: chrome }), args: isRoot ? ['--no-sandbox'] : [] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
