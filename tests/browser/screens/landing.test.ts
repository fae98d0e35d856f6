import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startAnew } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'

startAnew()

test('a photo chosen on the landing is in the form', async () => {
  await renderScreen('/')
  const chooser = page.getByLabelText('Choose a photo').first()
  await expect.element(chooser).toBeInTheDocument()
  await userEvent.upload(chooser, await photo({ width: 1200, height: 900 }, 'lake.jpg'))
  await expect.poll(() => location.pathname).toBe('/tools/image-to-video-generator')
  await expect.element(composer.generate).toBeEnabled()
  await expect.element(page.getByText('lake.jpg', { exact: true })).toBeVisible()
})
