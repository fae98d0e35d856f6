import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChrome } from './scripts/find-chrome.mjs'
import { makeOddPicture, makePngBomb, type OddPicture } from './tests/fixtures/photos/odd-picture.ts'

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
      commands: {
        makeOddPicture: (_, kind: OddPicture) => makeOddPicture(kind),
        makePngBomb: (_, side: number) => makePngBomb(side),
      },
      provider: playwright({
        launchOptions: { ...(chrome !== undefined && { executablePath: chrome }), args: isRoot ? ['--no-sandbox'] : [] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
