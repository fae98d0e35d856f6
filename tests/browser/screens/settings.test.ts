import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSecondFactor } from '#shared/api/second-factor.ts'
import { OPERATOR_FACTOR_AGE_MS } from '#shared/domain/operator-rules.ts'
import { getEffects } from '#shared/api/templates.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { setPreference } from '#src/store/preferences.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer } from '../fixtures/script-api.ts'
import { axeFaults } from '../fixtures/screen-tools.ts'

const NARROW_SIZE = { width: 320, height: 700 }

startAsFirstVisit()

test('a link from another screen leads to the named part', async () => {
  await renderScreen('/support')
  await page.getByText('Can I watch my videos offline?').click()
  const link = page.getByRole('main').getByRole('link', { name: 'settings' })
  await expect.poll(() => link.elements().find((element) => element.checkVisibility())).toBeDefined()
  const visibleLink = link.elements().find((element) => element.checkVisibility())
  await page.elementLocator(visibleLink ?? document.body).click()
  await expect.poll(() => location.pathname + location.hash).toBe('/ai/setting#storage')
  const heading = page.getByRole('heading', { name: 'Storage on this device' })
  await expect.element(heading).toBeInViewport()
  await expect.element(heading).toHaveFocus()
})

test('saving data shows stills and smallest pictures in the galleries, after a return too', async () => {
  const items = ['rain', 'snow'].map((id) => template(id))
  answer(getEffects, () => ({ data: items, totalSize: items.length }))
  await renderScreen('/ai/setting#motion')
  await page.getByRole('radio', { name: 'Always' }).click({ force: true })
  expect(localStorage.getItem(LOCAL_KEYS.dataSaving)).toBe('"on"')
  await renderScreen('/video-effects')
  const pictures = () => document.querySelector('main img[srcset]')?.getAttribute('srcset')
  await expect.poll(pictures).toMatch(/^[^,]*\?width=320 320w$/)
  await renderScreen('/ai/setting')
  await expect.element(page.getByRole('radio', { name: 'Always' })).toBeChecked()
})

test('an operator with a new second factor sees how to open the console, and nobody else does', async () => {
  logIn('operator@example.org')
  const state = { isOn: true, recoveryCodesLeft: 8 }
  answer(getSecondFactor, () => state)
  await renderScreen('/ai/setting')
  await expect.element(page.getByText('8 recovery codes left')).toBeVisible()
  expect(page.getByRole('heading', { name: 'Operator console' }).elements()).toEqual([])

  const opensAt = Date.now() + OPERATOR_FACTOR_AGE_MS
  const consoleFactors = [
    { name: '', code: 'ABCD2345', opensAt },
    { name: 'Chrome on Linux', code: 'WXYZ6789', opensAt: opensAt - OPERATOR_FACTOR_AGE_MS + 1 },
  ]
  answer(getSecondFactor, () => ({ ...state, consoleFactors }))
  await renderScreen('/ai/setting')
  await expect.element(page.getByText('In 24 hours, you can use this authenticator app to log in to the operator console.')).toBeVisible()
  await expect.element(page.getByText('npm run operator:confirm -- operator@example.org ABCD2345')).toBeVisible()
  await expect
    .element(page.getByText('In 1 hour, you can use the passkey “Chrome on Linux” to log in to the operator console.'))
    .toBeVisible()
  expect(await axeFaults('body', 'contrast')).toEqual([])
  await page.viewport(NARROW_SIZE.width, NARROW_SIZE.height)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROW_SIZE.width)
})

for (const theme of ['dark', 'light'] as const)
  test(`axe finds nothing in the settings in the ${theme} theme, and nothing is wider than 320 px`, async () => {
    logIn(`${theme}@example.org`)
    setPreference('colorMode', theme)
    await renderScreen('/ai/setting')
    await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Keyboard shortcuts', exact: true })).toBeVisible()
    for (const group of document.querySelectorAll<HTMLElement>('details > summary')) group.click()
    expect(await axeFaults('body', theme === 'dark' ? 'all' : 'contrast')).toEqual([])
    await page.viewport(NARROW_SIZE.width, NARROW_SIZE.height)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROW_SIZE.width)
  })
