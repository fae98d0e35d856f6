import { eq } from 'drizzle-orm'
import { sha256 } from '#server/crypto/sha256.ts'
import { owner } from '#server/database/schema.ts'
import { expect, test } from './support/test.ts'
import { expectLoggedIn, expectLoggedOut, logIn } from './support/account-screens.ts'
import { readDraftRows } from './support/draft-rows.ts'
import { logInAs } from './support/log-in-as.ts'
import { expectBalance, studio, userToken } from './support/studio.ts'

const ANN = 'ann@example.org'

test('an account with an unknown session and token is logged out by a reload, and can log in again', async ({ page, context, server }) => {
  await logInAs(context, server, ANN)
  const { open, prompt } = studio(page)
  await open(server.origin)
  await expectLoggedIn(page)
  await expectBalance(page, 200)
  await prompt.fill('Pan left')
  await expect.poll(async () => (await readDraftRows(page)).some(({ settings }) => settings?.['prompt'] === 'Pan left')).toBe(true)

  const { db } = server.database
  const tokenSha256 = sha256(await userToken(context))
  const deletedOwners = await db.delete(owner).where(eq(owner.tokenSha256, tokenSha256)).returning({ id: owner.id })
  expect(deletedOwners).toHaveLength(1)
  await context.clearCookies({ name: 'session' })
  await page.reload()
  await expectLoggedOut(page)
  const logoutMessage = page.getByText('Your drafts and the videos waiting to start are stored on this device. Log in again to continue.')
  await expect(logoutMessage).toBeVisible()
  await expectBalance(page, 100)
  await expect(prompt).toHaveValue('')
  expect(await page.evaluate(() => [document.cookie.includes('business_user_id'), localStorage.getItem('business_user_id')])).toEqual([
    false,
    null,
  ])
  const emptyHistory = page.getByText('No videos yet')
  await page.goto(`${server.origin}/ai/creation`)
  await expect(emptyHistory).toBeVisible()

  await logIn(page, server.origin, ANN)
  await expectLoggedIn(page)
  await expectBalance(page, 200)
  const isHistory = (url: string) => new URL(url).pathname.endsWith('/history')
  const historyResponse = page.waitForResponse((response) => isHistory(response.url()))
  await page.goto(`${server.origin}/ai/creation`)
  expect((await historyResponse).status()).toBe(200)
  await expect(emptyHistory).toBeVisible()
  await open(server.origin)
  await expect(prompt).toHaveValue('Pan left')
})
