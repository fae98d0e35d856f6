import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getEffects } from '#shared/api/templates.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer } from '../fixtures/script-api.ts'

const STILL_URL = '/icons/icon-512.png'
const ITEM = { firstImageUrl: STILL_URL, srcImage: [STILL_URL], movieUrl: '/none.mp4', videoDownloadUrl: null }
const ELEMENT_FULLSCREEN = ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen']
const originalProperties = ELEMENT_FULLSCREEN.map(
  (name) => [name, Object.getOwnPropertyDescriptor(Document.prototype, name) ?? {}] as const,
)

startAsFirstVisit()
afterEach(() => {
  for (const [name, property] of originalProperties) Object.defineProperty(Document.prototype, name, property)
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitEnterFullscreen')
})

/** Opens the viewer as on an iPhone, where no element can be full screen and the document has no API for it. */
async function openViewerOnPhone() {
  for (const name of ELEMENT_FULLSCREEN) Reflect.deleteProperty(Document.prototype, name)
  answer(getEffects, () => ({ data: [template('Rain', ITEM)], totalSize: 1 }))
  await renderScreen('/video-effects')
  const tile = () => document.querySelector<HTMLElement>('[data-viewer-item]')
  await expect.poll(tile).not.toBeNull()
  tile()?.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  return dialog
}

test('the phone opens the video in its own player', async () => {
  const enterFullscreen = vi.fn<() => void>()
  Object.assign(HTMLVideoElement.prototype, { webkitEnterFullscreen: enterFullscreen })
  const dialog = await openViewerOnPhone()
  await dialog.getByRole('button', { name: 'Full screen' }).click()
  expect(enterFullscreen).toHaveBeenCalledOnce()
})

test('without a native player there is no button for it', async () => {
  const dialog = await openViewerOnPhone()
  await expect.element(dialog.getByRole('button', { name: 'Full screen' })).not.toBeInTheDocument()
})

test('a video with blocked autoplay shows its picture, with the button to play it', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('low power', 'NotAllowedError'))
  const dialog = await openViewerOnPhone()
  expect(new URL(dialog.element().querySelector('video')?.poster ?? '').pathname).toBe(STILL_URL)
  await expect.element(dialog.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})
