import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import packageJson from '../package.json' with { type: 'json' }
import { findShell } from '../scripts/find-chrome.mjs'
import { leftToLongRun } from '../scripts/test/long-files.mjs'
import { axeFaults, failAddress, holdAddress, makePhoto, releaseAddress, serverSkuPage } from '../tests/browser/fixtures/screen-commands.ts'
import type { LandscapeVideo } from '../tests/fixtures/make-landscape-video.ts'
import type { MarkedVideo } from '../tests/fixtures/make-marked-video.ts'
import { makeOddFile, ODD_FILES } from '../tests/fixtures/photos/odd-files.ts'
import { makeOddPicture, makePngBomb, type OddPicture } from '../tests/fixtures/photos/odd-picture.ts'
import { makeTurned, type TurnedType } from '../tests/fixtures/photos/turned-picture.ts'

interface HashFrames {
  hashFrames(): Promise<Record<string, string>>
}

interface ComparePictures {
  openReference(photo: { readonly path: Buffer }): (picture: Buffer) => Promise<{ readonly ssim: number; readonly psnr: number }>
}

interface MakeMarkedVideo {
  makeMarkedVideo(video: MarkedVideo): Promise<string>
}

interface MakeLandscapeVideo {
  makeLandscapeVideo(video: LandscapeVideo): Promise<string>
}

/** A long limit, because the first screen of a run loads its modules one by one. */
const TEST_LIMIT_MS = 60_000
const WAIT_LIMIT_MS = 20_000

const chrome = findShell()
const HASH_FRAMES = path.resolve(import.meta.dirname, '../tests/fixtures/motion/hash-frames.ts')
const COMPARE_PICTURES = path.resolve(import.meta.dirname, '../tests/bench/images/compare-pictures.mjs')
const MAKE_MARKED_VIDEO = path.resolve(import.meta.dirname, '../tests/fixtures/make-marked-video.ts')
const MAKE_LANDSCAPE_VIDEO = path.resolve(import.meta.dirname, '../tests/fixtures/make-landscape-video.ts')
const isRoot = process.getuid?.() === 0

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(packageJson.version), __BUILT_AT_MS__: '0' },
  worker: { format: 'es' },
  optimizeDeps: {
    include: [
      '@iconify/react',
      '@mediabunny/aac-encoder',
      '@leeoniya/ufuzzy',
      '@noble/hashes/legacy.js',
      '@noble/hashes/utils.js',
      'browser-image-compression',
      'client-zip',
      'comlink',
      'dompurify',
      'embla-carousel-autoplay',
      'embla-carousel-react',
      'gifenc',
      'h264-mp4-encoder',
      'i18next',
      'idb-keyval',
      'mediabunny',
      'pica',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'sonner',
      'valtio',
      'workbox-window',
      'wouter',
      'wouter/use-browser-location',
      'zod/mini',
    ],
  },
  test: {
    name: 'browser',
    maxWorkers: 2,
    include: ['tests/browser/**/*.test.{ts,tsx}'],
    exclude: leftToLongRun,
    attachmentsDir: 'test-results/attachments',
    testTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: true,
      screenshotDirectory: 'test-results/browser',
      commands: {
        axeFaults,
        failAddress,
        holdAddress,
        releaseAddress,
        makePhoto,
        serverSkuPage,
        makeOddPicture: (_, kind: OddPicture) => makeOddPicture(kind),
        makePngBomb: (_, side: number) => makePngBomb(side),
        listOddFiles: () => ODD_FILES.map(({ name, verdict }) => ({ name, verdict })),
        makeOddFile: (_, name: string) => makeOddFile(name),
        makeTurned: async (_, type: TurnedType, orientation: number) => (await makeTurned(type, orientation)).toString('base64'),
        comparePictures: async ({ project }, photo: string, pictures: readonly string[]) => {
          const compareToPhoto = (await project.import<ComparePictures>(COMPARE_PICTURES)).openReference({
            path: Buffer.from(photo, 'base64'),
          })
          return Promise.all(pictures.map((picture) => compareToPhoto(Buffer.from(picture, 'base64'))))
        },
        makeMarkedVideo: async ({ project }, video: MarkedVideo) =>
          (await project.import<MakeMarkedVideo>(MAKE_MARKED_VIDEO)).makeMarkedVideo(video),
        makeLandscapeVideo: async ({ project }, video: LandscapeVideo) =>
          (await project.import<MakeLandscapeVideo>(MAKE_LANDSCAPE_VIDEO)).makeLandscapeVideo(video),
        hashFramesInNode: async ({ project }) => (await project.import<HashFrames>(HASH_FRAMES)).hashFrames(),
      },
      provider: playwright({
        actionTimeout: WAIT_LIMIT_MS,
        // The viewport is as large as the largest screen of a test; a larger screen would be scaled down.
        contextOptions: { viewport: { width: 1440, height: 900 } },
        launchOptions: { ...(chrome !== undefined && { executablePath: chrome }), args: isRoot ? ['--no-sandbox'] : [] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
