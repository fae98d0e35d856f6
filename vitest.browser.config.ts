import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChrome } from './scripts/find-chrome.mjs'
import { makeOddPicture, makePngBomb, type OddPicture } from './tests/fixtures/photos/odd-picture.ts'

interface HashFrames {
  hashFrames(): Promise<Record<string, string>>
}

const chrome = findChrome()
const HASH_FRAMES = path.resolve(import.meta.dirname, 'tests/fixtures/motion/hash-frames.ts')
const isRoot = process.getuid?.() === 0

export default defineConfig({
  define: { __BUILT_AT_MS__: '0' },
  worker: { format: 'es' },
  optimizeDeps: {
    include: [
      'browser-image-compression',
      'client-zip',
      'comlink',
      'dompurify',
      'i18next',
      'mediabunny',
      'pica',
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'sonner',
      'valtio',
      'wouter',
      'wouter/use-browser-location',
    ],
  },
  test: {
    name: 'browser',
    include: ['tests/browser/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: {
        makeOddPicture: (_, kind: OddPicture) => makeOddPicture(kind),
        makePngBomb: (_, side: number) => makePngBomb(side),
        hashFramesInNode: async ({ project }) => (await project.import<HashFrames>(HASH_FRAMES)).hashFrames(),
      },
      provider: playwright({
        launchOptions: { ...(chrome !== undefined && { executablePath: chrome }), args: isRoot ? ['--no-sandbox'] : [] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
