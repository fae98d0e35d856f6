import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'

startAsFirstVisit()

const originalVendor = navigator.vendor
const setVendor = (name: string) => Object.defineProperty(navigator, 'vendor', { configurable: true, value: name })

afterEach(() => {
  setVendor(originalVendor)
})

test('a browser that never evicts stored data shows no warning of deletion', async () => {
  await renderScreen('/ai/setting')
  const kinds = page.getByText('Drafts and their photos')
  await expect.element(kinds).toBeVisible()
  expect(page.getByText(/if you don't visit for 7 days/).elements()).toEqual([])
})

test('in Safari, outside an installed app, the settings show how long the browser stores data', async () => {
  setVendor('Apple Computer, Inc.')
  await renderScreen('/ai/setting')
  await expect.element(page.getByText(/if you don't visit for 7 days/)).toBeVisible()
})
