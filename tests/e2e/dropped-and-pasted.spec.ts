import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expect, test } from './support/test.ts'
import { studio } from './support/studio.ts'

const PROMPT = 'A slow push in'

type ClipboardFormats = Readonly<Record<string, string | Buffer>>

/** Copies one item to the system's clipboard, in several formats. */
async function copy(page: Page, formats: ClipboardFormats): Promise<void> {
  const clipboardItems = Object.entries(formats).map(([type, data]) => ({ type, base64: Buffer.from(data).toString('base64') }))
  await page.evaluate(async (items) => {
    const blobs = items.map(({ type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      return [type, new Blob([bytes], { type })] as const
    })
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }, clipboardItems)
}

/** Drags an item from another window onto an element. */
async function drag(page: Page, target: Locator, formats: Readonly<Record<string, string>>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Waits until the element is still and inside the window. A drop beside it might reach the text field.
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const items = Object.entries(formats).map(([mimeType, data]) => ({ mimeType, data }))
  const dropPoint = { x: x + width / 2, y: y + height / 2, data: { items, dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...dropPoint })
  await session.detach()
}

test('a text field accepts words, and the form accepts pictures, copied or dragged from another window', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
  const form = studio(page)
  await form.open(server.origin)
  const photo = await makePhoto({ width: 640, height: 480 })
  // The clipboard of a browser accepts pictures only as PNG.
  const png = await sharp(photo).png().toBuffer()
  const picture = (name: string) => page.getByRole('img', { name: `Your photo, ${name}`, exact: true })
  await form.drop({ name: 'mine.jpg', bytes: photo })
  await expect(picture('mine.jpg')).toBeVisible()

  await copy(page, { 'text/plain': PROMPT, 'text/html': `<p>${PROMPT}</p>`, 'image/png': png })
  await form.prompt.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(form.prompt).toHaveValue(PROMPT)
  await expect(picture('mine.jpg')).toBeVisible()

  await drag(page, form.prompt, { 'text/plain': ' and rain' })
  await expect(form.prompt).toHaveValue(/and rain/)

  await copy(page, { 'image/png': png })
  await form.prompt.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(picture('image.png')).toBeVisible()

  const dataUrl = `data:image/jpeg;base64,${photo.toString('base64')}`
  await drag(page, picture('image.png'), { 'text/uri-list': dataUrl, 'text/html': `<img src="${dataUrl}">` })
  await expect(picture('Dropped photo')).toBeVisible()

  await drag(page, picture('Dropped photo'), { 'text/uri-list': 'https://example.org/', 'text/plain': 'https://example.org/' })
  await expect(page.getByText(/^We can't load a photo from this link/)).toBeVisible()
  await expect(picture('Dropped photo')).toBeVisible()
  await expect(page).toHaveURL(/image-to-video-generator$/)
})
