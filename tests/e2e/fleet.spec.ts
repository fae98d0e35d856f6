import { expect, test } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { HOUSEKEEPING } from '#server/boot/housekeeping.ts'
import { account } from '#server/database/account-schema.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type Fleet, startFleet } from '../fixtures/server/fleet.ts'
import { type SmtpServer, openSmtpServer } from '../fixtures/server/smtp-server.ts'
import { PASSWORD, expectLoggedIn, logIn, signInForm } from './support/account-screens.ts'
import { checkoutOf } from './support/checkout-screens.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance, playFirstVideo, studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow' })

const ANN = 'ann@example.org'
const WELCOME_POINTS = 100
const VIDEO_POINTS = 50
const PACK_POINTS = 100
/** The time limit from the press on "Pay" until the page shows "Payment successful". */
const PAID_WAIT_MS = 60_000
const TEST_LIMIT_MS = 180_000

let fleet: Fleet
let smtp: SmtpServer
test.beforeAll(async () => {
  smtp = await openSmtpServer()
  fleet = await startFleet({ web: 2, worker: 2, environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Kinora <no-reply@example.org>' } })
})
test.afterAll(async () => {
  await fleet.close()
  await smtp.close()
})

async function readMailedCode(): Promise<string> {
  let code: string | undefined
  await expect
    .poll(() => {
      code = smtp.received.flatMap(({ data }) => /^(\d{6})\r?$/m.exec(data)?.[1] ?? []).at(-1)
      return code
    })
    .toBeDefined()
  return code ?? ''
}

test(
  'two web processes and two workers, each on a disk of its own, with consecutive requests at different processes',
  { tag: '@long' },
  async ({ page, browser }) => {
    test.setTimeout(TEST_LIMIT_MS)
    const errors = collectErrors(page)
    const { open, drop, prompt, pressGenerate } = studio(page)
    await test.step('a photo becomes a video, which plays again after a reload', async () => {
      await open(fleet.origin)
      await expectBalance(page, WELCOME_POINTS)
      await drop({ name: 'IMG_0001.JPG', bytes: await makePhoto({ width: 1600, height: 1200 }) })
      await prompt.fill('Slow push in')
      await pressGenerate()
      await playFirstVideo(page)
      await page.goto(`${fleet.origin}/ai/creation`)
      await playFirstVideo(page)
      await page.reload()
      await playFirstVideo(page)
      await expectBalance(page, WELCOME_POINTS - VIDEO_POINTS)
    })

    await test.step('an account by the code in a mail', async () => {
      const form = signInForm(page)
      await page.goto(`${fleet.origin}/signup`)
      await form.email.fill(ANN)
      await form.press('Continue')
      await form.code.fill(await readMailedCode())
      await form.firstName.fill('Ann')
      await form.lastName.fill('Onymous')
      await form.password.fill(PASSWORD)
      await form.press('Create account')
      await expectLoggedIn(page)
      await expectBalance(page, 2 * WELCOME_POINTS - VIDEO_POINTS)
    })

    await test.step('a pack is paid in the frame of the sandbox', async () => {
      const { frame, buy, press } = checkoutOf(page)
      await buy(fleet.origin)
      await expect(frame.getByRole('heading', { name: '100 points' })).toBeVisible()
      await Promise.all([press(/^Pay 4\.99/), expect(page.getByText('Payment successful')).toBeVisible({ timeout: PAID_WAIT_MS })])
      await expectBalance(page, 2 * WELCOME_POINTS - VIDEO_POINTS + PACK_POINTS)
    })

    await test.step('the account is erased with all its objects', async () => {
      expect((await fleet.s3.names()).filter((name) => name.startsWith('media/'))).toHaveLength(3)
      await page.goto(`${fleet.origin}/ai/setting`)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByLabel(`To confirm, enter ${ANN}`).fill(ANN)
      await page.getByRole('button', { name: 'Delete account' }).click()
      const { db } = fleet.database
      const readDeletionTime = async () => (await db.select().from(account).where(eq(account.email, ANN)))[0]?.deletesAtMs ?? 0
      await expect.poll(readDeletionTime).toBeGreaterThan(0)
      await db.update(account).set({ deletesAtMs: 1 })
      // A new worker queues a housekeeping round at its start, unless one is queued. The round erases the account.
      await db.execute(sql`delete from pgboss.job where name = ${HOUSEKEEPING}`)
      await fleet.start('worker')
      await expect.poll(async () => (await fleet.s3.names()).filter((name) => name.startsWith('media/'))).toEqual([])
      await expect.poll(async () => (await db.select().from(account)).length).toBe(0)
      const otherDevice = await browser.newPage()
      await logIn(otherDevice, fleet.origin, ANN)
      await expect(otherDevice.getByText("The email and password don't match")).toBeVisible()
      await otherDevice.close()
    })
    // The server answers with 401 for a user without an account and with 404 for a user without a plan. The browser logs both answers as
    // errors.
    expect(errors.filter((error) => !/status of 40[14]/.test(error))).toEqual([])
  },
)
