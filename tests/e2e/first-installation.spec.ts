import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** A file that the service worker stores when it is installed. */
const STORED_FILE = '/manifest.webmanifest'

test(
  'a network that breaks during the first installation of the service worker delays it until the network is back',
  { tag: ['@offline', '@long'] },
  async ({ page, server }) => {
    let isAway = true
    let lostRequests = 0
    server.intercept(async (request, forward, socket) => {
      if (!isAway || new URL(request.url).pathname !== STORED_FILE) return forward(request)
      lostRequests += 1
      socket.destroy()
      return new Response(null, { status: 503 })
    })
    await page.goto(`${server.origin}/home`)
    await expect.poll(() => lostRequests).toBeGreaterThan(0)
    isAway = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  },
)
