import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { orderCard, PACK_NAME, checkoutOf } from './support/checkout-screens.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { untilSettled } from './support/settled.ts'
import { logInAs } from './support/log-in-as.ts'

const LARGEST_SHIFT = 0.02
const FIRST_SCREENS = ['/', '/home', '/pricing', '/explore', '/video-effects', '/tools/image-to-video-generator']
const MORE_SCREENS = [
  '/index',
  '/login',
  '/signup',
  '/support',
  '/demo/crop',
  '/tools/start-end-frame',
  '/tools/start-end-frame/golden-hour',
  '/tools/video-templates',
  '/tools/video-templates/golden-hour',
  '/tools/image-to-video-generator/golden-hour',
  '/pay/success',
  '/pay/cancel',
  '/privacy-policy',
  '/terms-of-service',
  '/explore/golden-hour',
  '/resource',
  '/resource/tips-tutorials',
  '/resource/camera-moves-that-work',
  '/video-effects/golden-hour',
  '/no/such/page',
]
const OWN_SCREENS = ['/home', '/ai/creation', '/ai/personal', '/ai/ledger', '/ai/setting']
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

/** A slow mobile connection: each chunk of the app arrives after the earlier one is rendered. */
const SLOW_NETWORK = { offline: false, latency: 120, downloadThroughput: 250_000, uploadThroughput: 100_000 }

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** The layout shifts of these screens, each loaded without a cache over the slow connection. */
async function findShifts(page: Page, paths: readonly string[], untilShown = async () => {}): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const foundShifts: string[] = []
  for (const path of paths) {
    await page.goto(server.origin + path)
    await untilShown()
    await untilSettled(page)
    const { sum, movedElements } = await readShifts(page)
    if (sum > LARGEST_SHIFT) foundShifts.push(`${path} ${sum.toFixed(4)}: ${movedElements.join(' | ')}`)
  }
  await session.detach()
  return foundShifts
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`on a ${size} nothing shifts when the first screens load slowly`, { tag: '@long' }, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await watchShifts(context)
    expect(await findShifts(page, FIRST_SCREENS)).toEqual([])
  })

  test(`on a ${size} nothing shifts when an open purchase is restored`, { tag: '@long' }, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await logInAs(page.context(), server, `open-${size}@example.com`)
    const { buy, dialog } = checkoutOf(page)
    await buy(server.origin)
    await expect(dialog).toBeVisible()
    const untilOrderShown = () => expect(orderCard(page, 'Unfinished purchase')).toContainText(PACK_NAME)
    await page.goto(`${server.origin}/home`)
    await untilOrderShown()
    await watchShifts(context)
    expect(await findShifts(page, ['/home', '/ai/creation'], untilOrderShown)).toEqual([])
  })

  test(`on a ${size} nothing shifts on any other screen either`, { tag: '@long' }, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await watchShifts(context)
    const foundShifts = await findShifts(page, MORE_SCREENS)
    await createDemandingPerson(page, server)
    foundShifts.push(...(await findShifts(page, OWN_SCREENS)))
    expect(foundShifts).toEqual([])
  })
}
