import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'

startAsFirstVisit()

const vendor = navigator.vendor
const actAs = (name: string) => Object.defineProperty(navigator, 'vendor', { configurable: true, value: name })

afterEach(() => {
  actAs(vendor)
})

test('a browser that keeps what is stored is not said to delete it', async () => {
  await renderScreen('/ai/setting')
  const kinds = page.getByText('Drafts and their pictures')
  await expect.element(kinds).toBeVisible()
  expect(page.getByText(/after 7 days without a visit/).elements()).toEqual([])
})

test('in Safari, where it is not installed, the settings say how long the stored is kept', async () => {
  actAs('Apple Computer, Inc.')
  await renderScreen('/ai/setting')
  await expect.element(page.getByText(/after 7 days without a visit/)).toBeVisible()
})
