import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { contactMessage } from '#server/database/schema.ts'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import type { Intercept, TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { latestMail, signUp } from './account-screens.ts'
import { collectErrors } from './page-errors.ts'

const SCREENS = ['/support', '/privacy-policy', '/terms-of-service'] as const
/** More than the longest pause between two tries. */
const NEXT_TRY_MS = 40_000

let server: TestServer
let isAway: boolean

test.beforeEach(async () => {
  isAway = false
  const intercept: Intercept = async (request, forward, socket) => {
    if (!isAway) return forward(request)
    socket.destroy()
    return new Response(null, { status: 503 })
  }
  server = await startTestServer({ intercept })
})

test.afterEach(async () => {
  await server.close()
})

const messages = () => server.database.db.select().from(contactMessage)
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const contactEmail = (page: Page) => field(page, 'Your e-mail address').first()

test('a message that is written without the server survives a reload, is sent once when it is back, and is told as sent', async ({
  page,
}) => {
  await page.goto(`${server.origin}/support`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await contactEmail(page).fill('ann@example.org')
  await field(page, 'Subject').fill('Where is it?')
  await field(page, 'Message').fill('My video is not there.')
  isAway = true
  await page.reload()
  await expect(field(page, 'Message')).toHaveValue('My video is not there.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('It will be sent when the connection is back.').first()).toBeVisible()
  await expect(field(page, 'Message')).toHaveValue('')
  await page.reload()
  await expect(page.getByText('Where is it?')).toBeVisible()
  expect(await messages()).toEqual([])
  isAway = false
  await expect.poll(messages, { timeout: NEXT_TRY_MS }).toMatchObject([{ email: 'ann@example.org', subject: 'Where is it?' }])
  await expect(page.getByText('Where is it?')).toBeHidden()
  await contactEmail(page).fill('ann@example.org')
  await field(page, 'Subject').fill('Thanks')
  await field(page, 'Message').fill('It was there.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Sent. Thank you; the answer comes by mail.')).toBeVisible()
  expect(await messages()).toHaveLength(2)
})

test('a message says what is missing, and knows the address of an account', async ({ page }) => {
  await page.goto(`${server.origin}/support`)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(contactEmail(page)).toBeFocused()
  await expect(page.getByText('Please give it a subject.')).toBeVisible()
  await signUp(page, server.origin, 'ann@example.org')
  await page.goto(`${server.origin}/support`)
  await expect(contactEmail(page)).toHaveValue('ann@example.org')
})

test('the newsletter is asked for, confirmed and ended by the links in the mails', async ({ page, context }) => {
  const email = 'news@example.org'
  const rows = () => server.database.db.select().from(newsletterSubscriber)
  const linkIn = async (path: string) => {
    let link = ''
    await expect
      .poll(async () => (link = new RegExp(`http\\S+${path}\\S+`).exec(await latestMail(context, server.origin, email))?.[0] ?? ''))
      .not.toBe('')
    return new URL(link).pathname + new URL(link).search
  }
  await page.goto(`${server.origin}/support`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await field(page, 'Your e-mail address').last().fill(email)
  await page.getByRole('button', { name: 'Send me the newsletter' }).click()
  await expect(page.getByText('Look into your mailbox')).toBeVisible()
  await page.goto(server.origin + (await linkIn('/newsletter/confirm')))
  expect(await rows()).toMatchObject([{ email, confirmedAtMs: null }])
  await page.getByRole('button', { name: 'Yes, send it to me' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeVisible()
  await page.goto(server.origin + (await linkIn('/newsletter/unsubscribe')))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are off the list' })).toBeVisible()
  expect(await rows()).toEqual([])
})

test('the legal texts open cold at the part that the address names, and lead on', async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/privacy-policy#consent`)
  await expect(page.getByRole('heading', { name: 'Only if you allow it' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Cookies' }).click()
  await expect(page.getByRole('heading', { name: 'Cookies', exact: true })).toBeInViewport()
  await page.goto(`${server.origin}/terms-of-service`)
  await page.getByRole('link', { name: 'pricing page' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.goto(`${server.origin}/signup`)
  await page.getByRole('link', { name: 'terms of service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
  expect(errors).toEqual([])
})

for (const theme of ['dark', 'light'])
  test(`axe finds nothing on support and the legal texts in the ${theme} theme`, async ({ page }) => {
    await page.goto(`${server.origin}/support`)
    await page.evaluate((mode) => localStorage.setItem('kinora.colorMode', JSON.stringify(mode)), theme)
    for (const path of SCREENS) {
      await page.goto(server.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const summary of await page.locator('summary').all()) await summary.click()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
  })
