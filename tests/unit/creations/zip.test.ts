import { expect, test, vi } from 'vitest'
import { downloadZip, uniqueNames } from '#src/creations/download-video.ts'
import { setTexts } from '../platform/set-texts.ts'
import { fakeDeps, mediaItem } from './fake-deps.ts'

setTexts({ 'action.zipReady': 'ready: {{count}}', 'action.zipMissing': 'missing: {{count}} of {{total}}' })

const watch = { signal: new AbortController().signal, onProgress: () => undefined }
const items = [mediaItem(), mediaItem(), mediaItem({ videoUrl: null, videoDownloadUrl: null })]
const createZip = (missingNames: readonly string[]) =>
  vi.fn(async () => ({ status: 'packed' as const, file: new Blob(['zip']), missing: missingNames }))

test('a duplicate name gets a number before its extension, in any case', () => {
  expect(uniqueNames(['a.mp4', 'A.mp4', 'b', 'a-2.mp4', 'a.mp4', 'b'])).toEqual(['a.mp4', 'A-2.mp4', 'b', 'a-2-2.mp4', 'a-3.mp4', 'b-2'])
})

test('each video has a readable name of its own, with all its addresses', async () => {
  const zip = createZip([])
  const page = fakeDeps({ zip })
  await downloadZip(items.slice(0, 2), watch, page.deps)
  const urls = ['/media/v.mp4?download=x.mp4', '/media/v.mp4']
  expect(zip).toHaveBeenCalledWith(
    {
      entries: [
        { name: 'slow-push-in-2026-02-03-012345.mp4', urls },
        { name: 'slow-push-in-2026-02-03-012345-2.mp4', urls },
      ],
      note: { name: 'action.zipNoteName.txt', heading: 'action.zipNote' },
    },
    watch,
  )
  await vi.waitFor(() =>
    expect(page.savedFiles).toMatchObject([{ name: expect.stringMatching(/^kinora-\d{4}-\d\d-\d\d\.zip$/), text: 'zip' }]),
  )
  expect(page.titles()).toEqual(['success: ready: 2'])
})

test('a failed save is not called ready', async () => {
  const share = async () => Promise.reject(new DOMException('broken', 'DataError'))
  const page = fakeDeps({ zip: createZip([]), canSave: () => false, share })
  await downloadZip(items, watch, page.deps)
  expect(page.titles()).toEqual(['error: action.downloadFailed'])
})

test('missing files are reported with their number and the total', async () => {
  const page = fakeDeps({ zip: createZip(['x.mp4']) })
  await downloadZip(items, watch, page.deps)
  expect(page.toasts).toEqual([{ id: 'download', color: 'error', title: 'ready: 2', description: 'missing: 1 of 3' }])
})

test('an empty zip, a full device and no connection are "download failed", each with its reason; a stop shows nothing', async () => {
  const toastsOf = async (status: 'empty' | 'full' | 'cancelled', isOnline = true) => {
    const page = fakeDeps({ zip: async () => ({ status }), isOnline: () => isOnline })
    await downloadZip(items, watch, page.deps)
    expect(page.savedFiles).toEqual([])
    return page.toasts.map(({ title, description }) => [title, description])
  }
  expect(await toastsOf('empty')).toEqual([['action.downloadFailed', 'action.zipFailedHint']])
  expect(await toastsOf('empty', false)).toEqual([['action.downloadFailed', 'action.downloadOffline']])
  expect(await toastsOf('full', false)).toEqual([['action.downloadFailed', 'action.zipFull']])
  expect(await toastsOf('cancelled')).toEqual([])
})

test('a zip counts as a download: a visitor logs in first, and "no video URL" where none has one', async () => {
  const page = fakeDeps({ login: async () => false })
  await downloadZip(items, watch, page.deps)
  expect([page.toasts, vi.mocked(page.deps.zip).mock.calls]).toEqual([[], []])
  await downloadZip(items.slice(2), watch, page.deps)
  expect(page.titles()).toEqual(['error: action.noVideoUrl'])
})
