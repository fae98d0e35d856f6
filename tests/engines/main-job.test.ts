import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { OpenBrowser, Profile, Tab } from './drivers/driver.ts'
import { openChromium, openFirefox } from './drivers/puppeteer-driver.ts'
import { openWebKit } from './drivers/webkit-driver.ts'
import { type EnginesServer, startEnginesServer } from './engines-server.ts'
import { STEPS } from './steps/all-steps.ts'
import { type Engine, ENGINES } from './steps/step.ts'

const PICTURE_FOLDER = path.resolve(import.meta.dirname, '../../test-results/engines')
const START_LIMIT_MS = 120_000

const OPEN_BROWSER: Readonly<Record<Engine, (executable: string, profile: Profile) => Promise<OpenBrowser>>> = {
  Chromium: openChromium,
  Firefox: openFirefox,
  WebKit: openWebKit,
}
/** The path of each browser engine's program; undefined if it is not installed. */
const PROGRAMS: Readonly<Record<Engine, string | undefined>> = {
  Chromium: process.env['CHROME_PATH'],
  Firefox: process.env['FIREFOX_PATH'],
  WebKit: process.env['WEBKIT_DRIVER_PATH'],
}

let server: EnginesServer
let folder: string
let photo: string
let largePhoto: string

beforeAll(async () => {
  server = await startEnginesServer()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-engines-'))
  photo = path.join(folder, 'IMG_0042.JPG')
  await writeFile(photo, await makePhoto({ width: 3000, height: 4000, orientation: 6 }))
  largePhoto = path.join(folder, 'IMG_0048.JPG')
  await writeFile(largePhoto, await makePhoto({ width: 6000, height: 8000, orientation: 6 }))
  await mkdir(PICTURE_FOLDER, { recursive: true })
}, START_LIMIT_MS)

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(ENGINES)('%s', (engine) => {
  const program = PROGRAMS[engine] ?? ''
  let browser: OpenBrowser

  beforeAll(async () => {
    if (program !== '') browser = await OPEN_BROWSER[engine](program, 'lasting')
  }, START_LIMIT_MS)

  afterAll(async () => {
    await browser?.close()
  })

  for (const step of STEPS) {
    const isLeftOut = program === '' || step.engines?.includes(engine) === false
    test.skipIf(isLeftOut)(step.name, async () => {
      const tabWatch = watchTabs()
      const otherBrowsers: OpenBrowser[] = []
      const open = async (profile: Profile) => {
        const otherBrowser = await OPEN_BROWSER[engine](program, profile)
        otherBrowsers.push(otherBrowser)
        return tabWatch.watch(otherBrowser)
      }
      try {
        await step.run({ server, photo, largePhoto, browser: tabWatch.watch(browser), open })
      } catch (cause) {
        const pictures = await tabWatch.saveScreenshots(path.join(PICTURE_FOLDER, `${engine}-${STEPS.indexOf(step) + 1}`))
        throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\npictures: ${pictures.join(', ')}`, { cause })
      } finally {
        await tabWatch.close()
        await server.reset()
        for (const otherBrowser of otherBrowsers) await otherBrowser.close()
      }
    })
  }
})

/** Collects the tabs that a step opens: screenshots of them are saved if the step fails, and they are closed when it ends. */
function watchTabs() {
  const tabs: Tab[] = []
  return {
    watch: (browser: OpenBrowser): OpenBrowser => ({
      ...browser,
      async newTab() {
        const tab = await browser.newTab()
        tabs.push(tab)
        return tab
      },
    }),
    async saveScreenshots(name: string): Promise<string[]> {
      const pictures = tabs.map((tab, index) => ({ tab, file: `${name}-${index + 1}.png` as const }))
      await Promise.allSettled(pictures.map(({ tab, file }) => tab.saveScreenshot(file)))
      return pictures.map(({ file }) => file)
    },
    async close() {
      for (const tab of tabs) await tab.close().catch(() => undefined)
    },
  }
}
