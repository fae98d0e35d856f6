import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getStorage } from '#shared/api/account-settings.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer, refusal } from '../fixtures/script-api.ts'

const GB = 1024 ** 3

startAsFirstVisit()

const section = () => page.getByRole('region', { name: 'Account storage' })

test('the settings show the used storage of the account, on a phone as well', async () => {
  logIn()
  answer(getStorage, () => ({ usedBytes: 1.2 * GB, limitBytes: 5 * GB }))
  await renderScreen('/ai/setting')
  await expect.element(section()).toHaveTextContent('1.2 GB of 5.0 GB used')
  await page.viewport(390, 844)
  await expect.element(section().getByText('1.2 GB of 5.0 GB used')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('full storage shows which files to delete', async () => {
  logIn()
  answer(getStorage, () => ({ usedBytes: 5.1 * GB, limitBytes: 5 * GB }))
  await renderScreen('/ai/setting')
  await expect.element(section()).toHaveTextContent('Delete videos to free up space.')
})

test('without a limit only the used storage is shown', async () => {
  logIn()
  answer(getStorage, () => ({ usedBytes: 300_000, limitBytes: 0 }))
  await renderScreen('/ai/setting')
  await expect.element(section()).toHaveTextContent('293 kB used')
})

test('a failed read of the used storage can be repeated', async () => {
  logIn()
  answer(getStorage, () => refusal('H503'))
  await renderScreen('/ai/setting')
  await expect.element(section()).toHaveTextContent('Kinora is temporarily unavailable')
  answer(getStorage, () => ({ usedBytes: 0, limitBytes: 5 * GB }))
  await section().getByRole('button', { name: 'Try again' }).click()
  await expect.element(section()).toHaveTextContent('0 B of 5.0 GB used')
})
