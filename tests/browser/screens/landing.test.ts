import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { PHONE, renderScreen } from '../fixtures/render-screen.tsx'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'

startAsFirstVisit()

test('a photo chosen on the landing is in the form', async () => {
  await renderScreen('/')
  const chooser = page.getByLabelText('Choose a photo').first()
  await expect.element(chooser).toBeInTheDocument()
  await userEvent.upload(chooser, await photo({ width: 1200, height: 900 }, 'lake.jpg'))
  await expect.poll(() => location.pathname).toBe('/tools/image-to-video-generator')
  await expect.element(composer.generate).toBeEnabled()
  await expect.element(page.getByText('lake.jpg', { exact: true })).toBeVisible()
})

test("at the page's end every link of the footer can be pressed, also beside the back-to-top button", async () => {
  for (const size of [PHONE, { width: 1100, height: 800 }]) {
    await renderScreen('/index', size)
    await expect.element(page.getByRole('contentinfo')).toBeVisible()
    await expect
      .poll(() => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        return document.querySelector('[data-shape=words]')?.checkVisibility()
      })
      .toBe(true)
    const coveredLinks = () =>
      [...document.querySelectorAll('footer a')].filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(() => coveredLinks().map((link) => link.textContent)).toEqual([])
  }
})
