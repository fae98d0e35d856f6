import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'

/** The minimum size of the letters in a field. An iPhone zooms into a field with smaller letters, and does not zoom back. */
const SMALLEST_PX = 16
const SMALL_PHONE = { width: 320, height: 568 }
const FIELD_SELECTOR = 'textarea, select, input:not([type=radio], [type=checkbox], [type=range], [type=file], [type=hidden])'

startAsFirstVisit()

test.each(['/tools/image-to-video-generator', '/explore', '/video-effects', '/support'])(
  'no field of %s is too small for a phone',
  async (path) => {
    await renderScreen(path, SMALL_PHONE)
    const main = page.getByRole('main')
    await expect.poll(() => main.element().querySelectorAll(FIELD_SELECTOR).length).toBeGreaterThan(0)
    expect(findSmallFields(main.element())).toEqual([])
  },
)

test('nor is a field without a style of its own', async () => {
  await renderScreen('/support', SMALL_PHONE)
  const plainFields = ['input', 'textarea', 'select'].map((name) => document.createElement(name))
  const smallElement = document.body.appendChild(document.createElement('small'))
  smallElement.append(...plainFields)
  expect(findSmallFields(smallElement)).toEqual([])
  smallElement.remove()
})

function findSmallFields(container: Element): string[] {
  const fields = [...container.querySelectorAll(FIELD_SELECTOR)]
  const tooSmallFields = fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < SMALLEST_PX)
  return tooSmallFields.map(({ outerHTML }) => outerHTML)
}
