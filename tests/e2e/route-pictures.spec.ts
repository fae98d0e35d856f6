import { test } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { demandingPerson } from './demanding-person.ts'
import { settled } from './settled.ts'

const FOLDER = 'test-results/pictures'
const VISITOR_SCREENS = [
  '/',
  '/home',
  '/login',
  '/signup',
  '/pricing',
  '/ai/setting',
  '/ai/creation',
  '/ai/personal',
  '/ai/ledger',
  '/no/such/page',
]
const SCREENS = [
  '/home',
  '/support',
  '/demo/crop',
  '/ai/setting',
  '/ai/creation',
  '/ai/personal',
  '/ai/ledger',
  '/pay/success',
  '/pay/cancel',
  '/explore',
  '/resource',
  '/privacy-policy',
  '/video-effects',
  '/video-effects/golden-hour',
  '/explore/nothing-here',
  '/tools/start-end-frame',
  '/tools/video-templates',
  '/tools/image-to-video-generator',
]
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

let server: TestServer

test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

test.beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true })
})

test.afterEach(async () => {
  await server.close()
})

for (const theme of ['dark', 'light'] as const)
  for (const [size, viewport] of Object.entries(SIZES))
    test(`pictures of every screen on a ${size} in the ${theme} theme`, { tag: '@long' }, async ({ page }) => {
      server = await startTestServer({ config: { signMode: 'off' } })
      await page.setViewportSize(viewport)
      await page.addInitScript((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
      const take = async (who: string, path: string) => {
        await page.goto(server.origin + path)
        await settled(page)
        const name = `${size}-${theme}-${who}${path.split('/').slice(0, 4).join('_')}`
        await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: false })
      }
      for (const path of VISITOR_SCREENS) await take('visitor', path)
      const creations = await demandingPerson(page, server)
      for (const path of [...SCREENS, `/tools/image-to-video-generator/${creations[0]}`]) await take('person', path)
    })
