import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { contactMessage } from '#server/database/schema.ts'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { latestMail } from './support/account-screens.ts'
import { repeatWakeMessage } from './support/network-back.ts'

let server: SharedServer
let isAway: boolean

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  isAway = false
  const intercept: Intercept = async (request, forward, socket) => {
    if (!isAway) return forward(request)
    socket.destroy()
    return new Response(null, { status: 503 })
  }
  server.intercept(intercept)
})

const readMessages = () => server.database.db.select().from(contactMessage)
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const contactEmail = (page: Page) => field(page, 'Your email').first()

test(
  'a message written without the server survives a reload, is sent once when the server is back, and shows as sent',
  { tag: '@offline' },
  async ({ page }) => {
    await page.goto(`${server.origin}/support`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await contactEmail(page).fill('ann@example.org')
    await field(page, 'Subject').fill('Where is it?')
    await field(page, 'Message').fill('My video is not there.')
    isAway = true
    await page.reload()
    await expect(field(page, 'Message')).toHaveValue('My video is not there.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText("We'll send it when you're back online.").first()).toBeVisible()
    await expect(field(page, 'Message')).toHaveValue('')
    await page.reload()
    await expect(page.getByText('Where is it?')).toBeVisible()
    expect(await readMessages()).toEqual([])
    isAway = false
    await repeatWakeMessage(page)
    await expect.poll(readMessages).toMatchObject([{ email: 'ann@example.org', subject: 'Where is it?' }])
    await expect(page.getByText('Where is it?')).toBeHidden()
    await contactEmail(page).fill('ann@example.org')
    await field(page, 'Subject').fill('Thanks')
    await field(page, 'Message').fill('It was there.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText("Message sent. We'll reply by email.")).toBeVisible()
    expect(await readMessages()).toHaveLength(2)
  },
)

test(
  'the newsletter is requested, confirmed and ended by the links in the mails',
  { tag: ['@offline', '@long'] },
  async ({ page, context }) => {
    const email = 'news@example.org'
    const readSubscribers = () => server.database.db.select().from(newsletterSubscriber)
    const readMailLink = async (path: string) => {
      let link = ''
      await expect
        .poll(async () => (link = new RegExp(`http\\S+${path}\\S+`).exec(await latestMail(context, server.origin, email))?.[0] ?? ''))
        .not.toBe('')
      return new URL(link).pathname + new URL(link).search
    }
    await page.goto(`${server.origin}/support`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await field(page, 'Your email').last().fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Check your email and confirm')).toBeVisible()
    await page.goto(server.origin + (await readMailLink('/newsletter/confirm')))
    expect(await readSubscribers()).toMatchObject([{ email, confirmedAtMs: null }])
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { name: "You're subscribed" })).toBeVisible()
    await page.goto(server.origin + (await readMailLink('/newsletter/unsubscribe')))
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
    expect(await readSubscribers()).toEqual([])
  },
)
