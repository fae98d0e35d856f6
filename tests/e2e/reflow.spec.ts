import { SCREEN_NAMES, matchRoute } from '#shared/domain/screens.ts'
import { expect, test } from './support/test.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { readingWalk } from './support/reading-walk.ts'

const VISITORS_SCREENS = ['/', '/index', '/home', '/login', '/signup', '/ai/personal', '/ai/creation', '/pricing']
const SCREENS = [
  '/home',
  '/support',
  '/demo/crop',
  '/ai/setting',
  '/ai/creation',
  '/ai/creation?q=nothing-like-that',
  '/ai/personal',
  '/ai/ledger',
  '/pay/success',
  '/pay/cancel',
  '/explore',
  '/explore/golden-hour',
  '/resource',
  '/resource/tips-tutorials',
  '/resource/camera-moves-that-work',
  '/privacy-policy',
  '/terms-of-service',
  '/video-effects',
  '/video-effects/golden-hour',
  '/tools/start-end-frame',
  '/tools/start-end-frame/golden-hour',
  '/tools/video-templates',
  '/tools/video-templates/golden-hour',
  '/tools/image-to-video-generator',
  '/tools/image-to-video-generator/golden-hour',
  '/no/such/page',
]
/**
 * Screens whose addresses the lists above leave out: a link in the ledger opens the receipt, the console has its own test, and `videoDetail`
 * redirects.
 */
const LEFT_OUT_SCREENS = ['receipt', 'operator', 'operatorPart', 'videoDetail']
/** The tests read many screens and wait until each one is settled. */
const TIME_LIMIT_MS = 600_000

test.use({ serverOptions: { config: { signMode: 'off' } } })

test(
  'every screen is readable and usable in each window and with letters twice as large: nothing is cut off, covered or out of reach',
  { tag: '@long' },
  async ({ page, server }) => {
    test.setTimeout(TIME_LIMIT_MS)
    const { check, expectReadable } = await readingWalk(page)
    const readAll = async (paths: readonly string[], userLabel: string) => {
      for (const path of paths) {
        await page.goto(server.origin + path)
        await check(`${userLabel} ${path}`)
        expect(new URL(page.url()).pathname).toBe(new URL(path, server.origin).pathname)
      }
    }
    await readAll(VISITORS_SCREENS, 'visitor')
    await createDemandingPerson(page, server)
    await readAll(SCREENS, 'account')
    await page.goto(`${server.origin}/ai/ledger`)
    await page.getByRole('link', { name: 'Receipt' }).first().click()
    await check('receipt')
    expectReadable()
    const readRoutes = new Set([...VISITORS_SCREENS, ...SCREENS].map((path) => matchRoute(path.replace(/\?.*/, ''))))
    expect(SCREEN_NAMES.filter((name) => !readRoutes.has(name))).toEqual(LEFT_OUT_SCREENS)
  },
)
