import { expect, test } from './support/test.ts'
import { mkdir } from 'node:fs/promises'
import { ROUTES } from '#shared/domain/screens.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { untilSettled } from './support/settled.ts'

const PICTURE_FOLDER = 'test-results/pictures'
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
  '/pay/success',
  '/pay/cancel',
  '/explore',
  '/resource',
  '/resource/tips-tutorials',
  '/resource/camera-moves-that-work',
  '/privacy-policy',
  '/terms-of-service',
  '/video-effects',
  '/video-effects/golden-hour',
  '/explore/golden-hour',
  '/explore/nothing-here',
  '/tools/start-end-frame',
  '/tools/start-end-frame/nothing-here',
  '/tools/video-templates',
  '/tools/video-templates/golden-hour',
  '/tools/image-to-video-generator',
]
/** The test waits until each of some forty screens is settled. */
const TIME_LIMIT_MS = 600_000
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const

test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeAll(async () => {
  await mkdir(PICTURE_FOLDER, { recursive: true })
})

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(`on a ${size}`, () => {
    const isPhone = size === 'phone'
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })

    for (const theme of ['dark', 'light'])
      test(`pictures of every screen in the ${theme} theme`, { tag: '@long' }, async ({ page, server }) => {
        test.setTimeout(TIME_LIMIT_MS)
        await page.addInitScript((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
        const saveScreenshot = async (userLabel: string, name: string) => {
          await untilSettled(page)
          await page.screenshot({ path: `${PICTURE_FOLDER}/${size}-${theme}-${userLabel}${name.split('/').slice(0, 4).join('_')}.png` })
        }
        const visit = async (userLabel: string, path: string) => {
          await page.goto(server.origin + path)
          await saveScreenshot(userLabel, path)
        }
        for (const path of VISITOR_SCREENS) await visit('visitor', path)
        const [creation] = await createDemandingPerson(page, server)
        for (const path of [...SCREENS, `${ROUTES.imageToVideo}/${creation}`, ROUTES.ledger]) await visit('person', path)
        await page.getByRole('link', { name: 'Receipt' }).first().click()
        await expect(page).toHaveURL(/\/ai\/receipt\//)
        await saveScreenshot('person', '/ai/receipt')
      })
  })
