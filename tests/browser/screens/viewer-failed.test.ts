import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getEffects } from '#shared/api/templates.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer } from '../fixtures/script-api.ts'

const PICTURE = { firstImageUrl: '/icons/icon-512.png', srcImage: ['/icons/icon-512.png'] }

startAsFirstVisit()

test('Play loads a failed video again, and its element waits for it', async () => {
  const movieUrl = '/no/such/video.mp4'
  const items = [template('Rain', { ...PICTURE, movieUrl })]
  answer(getEffects, () => ({ data: items, totalSize: items.length }))
  await renderScreen('/video-effects')
  await expect.poll(() => document.querySelector('[data-viewer-item]')).not.toBeNull()
  document.querySelector<HTMLElement>('[data-viewer-item]')?.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent("We couldn't load this video")
  await expect.element(dialog.getByRole('slider', { name: 'Playback position' })).toBeDisabled()
  let loadStarts = 0
  document.querySelector('dialog video')?.addEventListener('loadstart', () => (loadStarts += 1))
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => loadStarts).toBeGreaterThan(0)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent("We couldn't load this video")
})
