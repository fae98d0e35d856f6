import type { Page, Route } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { collectErrors } from './page-errors.ts'
import { studio } from './studio.ts'

const CATALOGUE = '**/sku/ios/skuAll*'
/** After the discount was asked for, in ms. */
const SWITCH_MS = 2000
const NARROWEST_PX = 320
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer({ config: { welcomePointsVisitor: 60 } })
})

test.afterEach(() => server.down(false))

test.afterAll(async () => {
  await server.close()
})

function shop(page: Page) {
  return {
    plan: (name: 'Weekly' | 'Yearly') => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
    points: page.getByRole('dialog', { name: 'Buy points' }),
    premium: page.getByRole('dialog', { name: 'Premium' }),
    discount: page.getByRole('switch', { name: /Member discount/ }),
    missing: page.getByRole('button', { name: /points missing/ }),
  }
}

/** Two videos cost more than a visitor has: 40 points are missing. */
async function runShort(page: Page): Promise<void> {
  await studio(page).open(server.origin)
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await shop(page).missing.click()
  await expect(page.getByRole('button', { name: /^Buy \d+ points/ })).toBeEnabled()
}

const refuse = (route: Route) => route.fulfill({ status: 500, json: { statusCode: 'H5000', statusMessage: 'down', requestId: 'r' } })

test('a visitor sees what each plan and pack costs in the end, what the free week turns into, and what is different', async ({ page }) => {
  const errors = collectErrors(page)
  const { plan } = shop(page)
  await page.goto(`${server.origin}/pricing`)
  await expect(plan('Weekly')).toBeChecked()
  const free = page.getByRole('button', { name: 'Start the free week' })
  await expect(free).toBeEnabled()
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(Date.now() + WEEK_MS)
  await expect(free).toHaveAccessibleDescription(
    new RegExp(`^Free until ${until}, then \\$9\\.99 every week\\. Cancel any time in settings\\.`),
  )
  await expect(plan('Weekly')).toHaveAccessibleName(/\$0\.00 instead of \$9\.99 for the first week/)
  await expect(plan('Yearly')).toHaveAccessibleName(/\$0\.96 a week\s*\$49\.99 billed once a year/)
  await plan('Yearly').check({ force: true })
  await expect(page.getByRole('button', { name: 'Get Premium yearly · $49.99' })).toHaveAccessibleDescription(
    /^\$49\.99 today, then every year/,
  )
  for (const pack of ['100', '300', '800', '2,000', '5,000'])
    await expect(page.getByRole('button', { name: `Buy ${pack} points`, exact: true })).toBeEnabled()
  await expect(page.getByRole('row', { name: /^Packs of points Full price 50% off/ })).toBeVisible()
  const question = page.getByRole('group').filter({ hasText: 'How do I cancel?' })
  await question.locator('summary').press('Enter')
  await expect(question.getByText(/In your settings/)).toBeVisible()
  expect(errors).toEqual([])
})

test('prices that only stand in can’t be bought, and one press brings the true ones', async ({ page }) => {
  const { plan } = shop(page)
  await page.route(CATALOGUE, refuse)
  await page.goto(`${server.origin}/pricing`)
  await expect(page.getByRole('alert')).toContainText('The prices could not be loaded')
  await expect(plan('Weekly')).toHaveAccessibleName(/from\s*\$9\.99/)
  await expect(plan('Yearly')).toHaveAccessibleName(/from\s*\$0\.96 a week\s*from \$49\.99 billed once a year/)
  await expect(page.getByRole('button', { name: 'The prices are not here yet' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  await page.unroute(CATALOGUE, refuse)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Start the free week' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('without a connection the prices that were read last are shown, marked, and sell nothing', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/pricing`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.getByRole('button', { name: 'Start the free week' })).toBeEnabled()
  server.down(true)
  await page.reload()
  await expect(page.getByText(/These are the prices of/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '800 points' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the free week' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Buy 800 points', exact: true })).toBeDisabled()
  server.down(false)
  await expect(page.getByRole('button', { name: 'Start the free week' })).toBeEnabled({ timeout: 60_000 })
})

test(
  'too few points lead to the smallest pack that suffices, and back to the draft as it was, with nothing sent',
  { tag: '@long' },
  async ({ page }) => {
    const { open, drop, prompt } = studio(page)
    const { points, missing } = shop(page)
    await open(server.origin)
    await page.getByRole('radio', { name: '4', exact: true }).check()
    await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill('Slow orbit')
    await missing.click()
    await expect(points).toContainText('140 points are missing for your video')
    await expect(points.getByRole('radio', { name: /^300 points/ })).toBeChecked()
    await expect(points.getByRole('button', { name: 'Buy 300 points · $11.99' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(points).toBeHidden()
    await expect(missing).toBeFocused()
    await expect(prompt).toHaveValue('Slow orbit')
    await expect(page.getByRole('img', { name: /Your picture/ })).toBeVisible()
    expect(server.timesOf('/api/v1/ai/i2v/gen/custom')).toEqual([])
  },
)

test(
  'who pays in full and asks for the members’ price is told, then shown the plans, and comes back to the packs',
  { tag: '@long' },
  async ({ page }) => {
    const { points, premium, discount } = shop(page)
    await runShort(page)
    const askedAtMs = Date.now()
    await discount.check()
    await expect(page.getByText('Half price comes with a paid plan.')).toBeVisible()
    await expect(points.getByText('Members $2.49')).toBeVisible()
    await expect(premium).toBeVisible()
    expect(Date.now() - askedAtMs).toBeGreaterThanOrEqual(SWITCH_MS)
    await expect(points).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(premium).toBeHidden()
    await expect(points).toContainText('40 points are missing')
    await expect(discount).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('a member sees half the price and the full one struck through', { tag: '@long' }, async ({ page }) => {
  await page.route(CATALOGUE, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { skus: { price: number; skuType: number }[] } }
    const skus = body.data.skus.map((sku) => (sku.skuType === 6 ? { ...sku, discountPrice: Math.floor(sku.price / 2) } : sku))
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, skus } } })
  })
  const { points, discount } = shop(page)
  await runShort(page)
  await expect(discount).toBeChecked()
  await expect(discount).toBeDisabled()
  await expect(points.getByRole('radio', { name: /^100 points/ })).toHaveAccessibleName(/instead of \$4\.99\s*\$2\.49/)
  await expect(points.getByRole('button', { name: 'Buy 100 points · $2.49' })).toBeEnabled()
})

test('no dialog outlives its screen', { tag: '@long' }, async ({ page }) => {
  const { points } = shop(page)
  await page.goto(`${server.origin}/home`)
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('button', { name: 'Create' }).click()
  await page.getByRole('region', { name: 'Create' }).getByRole('link', { name: 'Image to video' }).click()
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await shop(page).missing.click()
  await expect(points).toBeVisible()
  await page.goBack()
  await expect(points).toBeHidden()
  await page.goForward()
  await expect(page.getByRole('region', { name: 'New video' })).toBeVisible()
  await expect(points).toBeHidden()
})

test('a plan and a pack are chosen with the keyboard alone', async ({ page }) => {
  const { plan, points, missing } = shop(page)
  await page.goto(`${server.origin}/pricing`)
  await expect(page.getByRole('button', { name: 'Start the free week' })).toBeEnabled()
  await plan('Weekly').focus()
  await page.keyboard.press('ArrowRight')
  await expect(plan('Yearly')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Get Premium yearly/ })).toBeFocused()

  await studio(page).open(server.origin)
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await missing.focus()
  await page.keyboard.press('Enter')
  const buy = points.getByRole('button', { name: /^Buy \d+ points/ })
  await expect(buy).toBeEnabled()
  await points.getByRole('radio', { name: /^100 points/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(buy).toHaveAccessibleName('Buy 300 points · $11.99')
  await page.keyboard.press('Tab')
  await expect(buy).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(missing).toBeFocused()
})

for (const theme of ['dark', 'light'] as const)
  for (const [size, viewport] of [
    ['phone', { width: 393, height: 852 }],
    ['desktop', { width: 1440, height: 900 }],
  ] as const) {
    const tag = (theme === 'dark') === (size === 'desktop') ? [] : ['@long']
    test(`axe finds nothing in the shop on a ${size} screen in the ${theme} theme, and nothing sticks out`, { tag }, async ({ page }) => {
      const expectClean = async (what: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${what} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
        await page.setViewportSize({ ...viewport, width: Math.min(viewport.width, NARROWEST_PX) })
        expect([what, await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.offsetWidth)]).toEqual([
          what,
          0,
        ])
        await page.setViewportSize(viewport)
      }
      await page.setViewportSize(viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
      await page.route(CATALOGUE, refuse)
      await page.goto(`${server.origin}/pricing`)
      await expect(page.getByRole('alert')).toBeVisible()
      await expectClean('failed')
      await page.unroute(CATALOGUE, refuse)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('button', { name: 'Start the free week' })).toBeEnabled()
      await expectClean('prices')
      await runShort(page)
      await expectClean('packs')
      await shop(page).discount.check()
      await expect(shop(page).premium).toBeVisible()
      await expect(page.getByText('Half price comes with a paid plan.')).toBeHidden()
      await expectClean('plans')
    })
  }
