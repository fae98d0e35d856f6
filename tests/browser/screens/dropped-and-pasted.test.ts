import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'

const { region, prompt, open, picture } = composer

startAsFirstVisit()

const OWN_PICTURE_PATH = `/media/${'a'.repeat(32)}.webp`
const LINK_REFUSAL = /We can't load a photo from this link/

type Texts = Readonly<Record<string, string>>

function dataOf(files: readonly File[], texts: Texts): DataTransfer {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  for (const [format, words] of Object.entries(texts)) data.setData(format, words)
  return data
}

/** Dispatches a drop or a paste. Returns whether the page has handled it. */
function dispatchData(type: 'drop' | 'paste', target: Element, files: readonly File[], texts: Texts = {}): boolean {
  const data = dataOf(files, texts)
  const options = { bubbles: true, cancelable: true }
  const event =
    type === 'drop'
      ? new DragEvent('drop', { ...options, dataTransfer: data })
      : new ClipboardEvent('paste', { ...options, clipboardData: data })
  return !target.dispatchEvent(event)
}

const newPhoto = (name: string) => photo({ width: 640, height: 480 }, name)

async function dataAddress(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}`
}

const expectPicture = (name: string) => expect.element(region.getByRole('img', { name: `Your photo, ${name}`, exact: true })).toBeVisible()

test('text in a text field is pasted instead of its picture, and the photo stays in the form', async () => {
  await open()
  dispatchData('drop', document.body, [await newPhoto('mine.jpg')])
  await expectPicture('mine.jpg')
  const copiedTexts = { 'text/plain': 'A slow push in', 'text/html': '<p>A slow push in</p><img src="file:///clip.png">' }
  for (const type of ['paste', 'drop'] as const)
    expect(dispatchData(type, prompt.element(), [await newPhoto('clip.png')], copiedTexts)).toBe(false)
  await expectPicture('mine.jpg')
})

test.each([
  { what: 'a picture alone', texts: {} },
  { what: 'a picture and the name of its file', texts: { 'text/plain': 'clip.png' } },
  { what: 'a picture and its address', texts: { 'text/plain': 'https://example.org/clip.png' } },
])('$what is passed from a text field to the form', async ({ texts }) => {
  await open()
  expect(dispatchData('paste', prompt.element(), [await newPhoto('clip.png')], texts)).toBe(true)
  await expectPicture('clip.png')
})

test('a link in a text field and text outside of one are left to the browser', async () => {
  await open()
  const link = { 'text/uri-list': 'https://example.org/', 'text/plain': 'https://example.org/' }
  expect([dispatchData('drop', prompt.element(), [], link), dispatchData('paste', prompt.element(), [], link)]).toEqual([false, false])
  expect(dispatchData('drop', region.element(), [], { 'text/plain': 'A slow push in', 'text/html': '<p>A slow push in</p>' })).toBe(false)
})

test('a picture beside its address and other files of it is used once', async () => {
  await open()
  const shortcut = new File(['[InternetShortcut]'], 'clip.url', { type: 'application/x-url' })
  const texts = { 'text/uri-list': 'https://example.org/clip.png', 'text/html': '<img src="https://example.org/clip.png">' }
  expect(dispatchData('drop', region.element(), [shortcut, await newPhoto('clip.png')], texts)).toBe(true)
  await expectPicture('clip.png')
  await expect.element(page.getByText(/^A video needs only 1 photo/)).not.toBeInTheDocument()
})

test.each([
  { what: 'the link', texts: { 'text/uri-list': `# a picture\r\n${location.origin}${OWN_PICTURE_PATH}?width=320` } },
  {
    what: 'a picture in a link',
    texts: {
      'text/html': `<a href="/explore/x"><img src="${location.origin}${OWN_PICTURE_PATH}"></a>`,
      'text/uri-list': `${location.origin}/explore/x`,
    },
  },
  { what: 'a file for download', texts: { DownloadURL: `image/webp:a.webp:${location.origin}${OWN_PICTURE_PATH}` } },
  { what: 'the address as text', texts: { 'text/plain': location.origin + OWN_PICTURE_PATH } },
])('a picture of this site is fetched: $what', async ({ texts }) => {
  await open()
  const servedPhoto = await newPhoto('ours')
  const { fetch } = globalThis
  const requestedPaths: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/media/')) return fetch(input, init)
    requestedPaths.push(input)
    return Promise.resolve(new Response(servedPhoto))
  })
  expect(dispatchData('drop', region.element(), [], texts)).toBe(true)
  await expectPicture('Dropped photo')
  expect(requestedPaths).toEqual([OWN_PICTURE_PATH])
})

test('a picture in a data URL is decoded, and nothing is fetched', async () => {
  await open()
  const address = await dataAddress(await newPhoto('data.jpg'))
  expect(dispatchData('paste', document.body, [], { 'text/html': `<meta charset="utf-8"><img src="${address}">` })).toBe(true)
  await expectPicture('Pasted photo')
})

test.each([
  {
    what: 'a picture of another website',
    texts: { 'text/html': '<img src="https://example.org/a.png">', 'text/uri-list': 'https://example.org/a.png' },
  },
  { what: 'a page of ours', texts: { 'text/uri-list': `${location.origin}/explore` } },
  { what: 'a broken address', texts: { 'text/uri-list': 'data:image/png;base64,%%%' } },
])('$what shows one message, and nothing is fetched', async ({ texts }) => {
  await open()
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const callsBefore = fetchSpy.mock.calls.length
  expect(dispatchData('drop', region.element(), [], texts)).toBe(true)
  await expect.element(page.getByText(LINK_REFUSAL)).toBeVisible()
  expect(
    fetchSpy.mock.calls.slice(callsBefore).filter(([input]) => typeof input === 'string' && /example|media|explore|^data/.test(input)),
  ).toEqual([])
  await expect.element(picture).not.toBeInTheDocument()
})

test('a drag that starts on this page drops nothing', async () => {
  await open()
  const data = dataOf([await newPhoto('own.jpg')], { 'text/uri-list': location.origin + OWN_PICTURE_PATH })
  const isUnhandled = (type: string) =>
    region.element().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
  expect(['dragstart', 'dragover', 'drop'].map(isUnhandled)).toEqual([true, true, true])
  await expect.element(picture).not.toBeInTheDocument()
  expect(['dragend', 'dragover', 'drop'].map(isUnhandled)).toEqual([true, false, false])
  await expectPicture('own.jpg')
})
