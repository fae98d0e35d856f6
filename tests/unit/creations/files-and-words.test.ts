import { expect, test, vi } from 'vitest'
import type { ActionDeps } from '#src/creations/action-deps.ts'
import { copyLink, shareVideo, copyPrompt } from '#src/creations/actions.ts'
import { shareFile } from '#src/creations/deliver-file.ts'
import { downloadVideo } from '#src/creations/download-video.ts'
import { ok } from '#shared/result.ts'
import { VIDEO_EXTENSIONS, videoExtension } from '#shared/domain/download-name.ts'
import { setTexts } from '../platform/set-texts.ts'
import { fakeDeps, mediaItem, NOT_FOUND, templateItem } from './fake-deps.ts'

setTexts()

type Share = NonNullable<ActionDeps['share']>
const failingShare =
  (name: string): Share =>
  async () => {
    throw new DOMException('', name)
  }

test('a creation is saved under its words, day and short id, an effect under its slug', async () => {
  const page = fakeDeps()
  await downloadVideo(mediaItem(), page.deps)
  await downloadVideo(templateItem(), page.deps)
  await vi.waitFor(() => expect(page.savedFiles).toHaveLength(2))
  expect(page.savedFiles.map(({ name }) => name)).toEqual(['slow-push-in-2026-02-03-012345.mp4', 'golden-hour.mp4'])
  expect(page.savedFiles.map(({ text }) => text)).toEqual(['/media/v.mp4?download=x.mp4', '/media/t.mp4?download=golden-hour.mp4'])
  expect(page.toasts).toEqual([])
})

test('the next address is requested when the first fails, without a message', async () => {
  const page = fakeDeps({ fetchFile: async (url) => (url.includes('?') ? NOT_FOUND : ok(new Blob([url]))) })
  await downloadVideo(mediaItem(), page.deps)
  await vi.waitFor(() => expect(page.savedFiles.map(({ text }) => text)).toEqual(['/media/v.mp4']))
  expect(page.toasts).toEqual([])
})

test('"download failed" when no address has it, and offline the reason', async () => {
  const fetchFile = vi.fn(async () => NOT_FOUND)
  const page = fakeDeps({ fetchFile })
  await downloadVideo(mediaItem(), page.deps)
  expect(fetchFile).toHaveBeenCalledTimes(2)
  await downloadVideo(mediaItem(), { ...page.deps, isOnline: () => false })
  expect(page.toasts).toEqual([
    { id: 'download', color: 'error', title: 'action.downloadFailed', description: 'action.downloadFailedHint' },
    { id: 'download', color: 'error', title: 'action.downloadFailed', description: 'action.downloadOffline' },
  ])
  expect(page.savedFiles).toEqual([])
})

test('an empty answer is no file, nor is a page', async () => {
  for (const answer of [new Blob([]), new Blob(['<html>'], { type: 'text/html' })]) {
    const page = fakeDeps({ fetchFile: async () => ok(answer) })
    await downloadVideo(mediaItem(), page.deps)
    expect(page.titles()).toEqual(['error: action.downloadFailed'])
  }
})

test('"no video URL" where there is none, before the login', async () => {
  const page = fakeDeps()
  await downloadVideo(mediaItem({ videoUrl: null, videoDownloadUrl: null }), page.deps)
  await downloadVideo(templateItem({ movieUrl: null, videoDownloadUrl: '' }), page.deps)
  expect(page.titles()).toEqual(['error: action.noVideoUrl', 'error: action.noVideoUrl'])
  expect(page.deps.login).not.toHaveBeenCalled()
})

test('a visitor logs in first; without a login no file is saved', async () => {
  const page = fakeDeps({ login: vi.fn(async () => false) })
  await downloadVideo(mediaItem(), page.deps)
  expect(page.deps.login).toHaveBeenCalledWith('action.loginToDownload')
  expect(page.deps.fetchFile).not.toHaveBeenCalled()
  expect(page.toasts).toEqual([])
})

test('a slow download shows that it runs, a quick one does not', async () => {
  let finishFetch = (_: ReturnType<typeof ok<Blob>>): void => undefined
  const page = fakeDeps({ fetchFile: () => new Promise((resolve) => (finishFetch = resolve)) })
  const downloading = downloadVideo(mediaItem(), page.deps)
  await page.clock.advance(1000)
  expect(page.titles()).toEqual(['info: action.preparing'])
  finishFetch(ok(new Blob(['x'])))
  await downloading
  expect(page.closedToastIds).toEqual(['under-way'])
  const quickPage = fakeDeps()
  await downloadVideo(mediaItem(), quickPage.deps)
  await quickPage.clock.advance(1000)
  expect(quickPage.toasts).toEqual([])
})

test('where a page can not download, the share sheet gets the file, else it is opened', async () => {
  const share = vi.fn<Share>(async () => undefined)
  const page = fakeDeps({ canSave: () => false, share })
  await downloadVideo(mediaItem(), page.deps)
  expect(share.mock.calls[0]?.[0].files?.map(({ name }) => name)).toEqual(['slow-push-in-2026-02-03-012345.mp4'])
  await downloadVideo(mediaItem(), { ...page.deps, canShareFile: () => false })
  expect(page.deps.open).toHaveBeenCalledWith(expect.stringMatching(/^blob:/))
  expect(page.savedFiles).toEqual([])
})

test('a sheet that the browser opens only for a fresh press is offered by a button', async () => {
  const share = vi.fn<Share>(failingShare('NotAllowedError'))
  const page = fakeDeps({ canSave: () => false, share })
  await downloadVideo(mediaItem(), page.deps)
  expect(page.toasts).toMatchObject([{ color: 'info', title: 'action.fileReady', action: { label: 'action.save' } }])
  share.mockImplementation(async () => undefined)
  page.toasts[0]?.action?.run()
  await vi.waitFor(() => expect(share).toHaveBeenCalledTimes(2))
})

test('"copied to clipboard", and "failed to copy" where the browser refuses it', async () => {
  const page = fakeDeps()
  await copyPrompt(mediaItem(), page.deps)
  await copyPrompt(mediaItem(), { ...page.deps, copy: async () => false })
  expect(page.deps.copy).toHaveBeenCalledWith('Slow push in')
  expect(page.titles()).toEqual(['success: action.copied', 'error: action.copyFailed'])
})

test('without a prompt the id of the effect is copied, and "template id not available" without one', async () => {
  const page = fakeDeps()
  await copyPrompt(templateItem({ prompt: '' }), page.deps)
  await copyPrompt(mediaItem({ prompt: '', templateId: 'neon' }), page.deps)
  await copyPrompt(mediaItem({ prompt: '', templateId: null }), page.deps)
  expect(vi.mocked(page.deps.copy).mock.calls).toEqual([['golden-hour'], ['neon']])
  expect(page.titles().at(-1)).toBe('error: action.templateIdUnavailable')
})

test('"link copied" with the address that opens cold, and "link copy failed"', async () => {
  const page = fakeDeps()
  await copyLink(mediaItem(), page.deps)
  await copyLink(templateItem(), page.deps)
  await copyLink(templateItem(), { ...page.deps, copy: async () => false })
  expect(vi.mocked(page.deps.copy).mock.calls).toEqual([
    ['https://kinora.example/tools/image-to-video-generator/0123456789ab/batch'],
    ['https://kinora.example/video-effects/golden-hour'],
  ])
  expect(page.titles()).toEqual(['success: action.linkCopied', 'success: action.linkCopied', 'error: action.linkCopyFailed'])
})

test('an account shares the file, a visitor the link, and without a sheet the link is copied', async () => {
  const share = vi.fn<Share>(async () => undefined)
  const page = fakeDeps({ share })
  await shareVideo(mediaItem(), page.deps)
  await shareVideo(mediaItem(), { ...page.deps, hasAccount: () => false })
  await shareVideo(mediaItem(), { ...page.deps, canShareFile: () => false })
  const link = { title: 'Slow push in', url: 'https://kinora.example/tools/image-to-video-generator/0123456789ab/batch' }
  expect(share.mock.calls.map(([shareData]) => shareData)).toEqual([{ files: [expect.any(File)] }, link, link])
  expect(page.titles()).toEqual(['info: action.ownerOnlyLink', 'info: action.ownerOnlyLink'])
  await shareVideo(mediaItem(), { ...page.deps, share: null })
  expect(page.titles().at(-1)).toBe('success: action.linkCopied')
})

test('a file is shared without a title or an address beside it', async () => {
  const share = vi.fn<Share>(async () => undefined)
  const page = fakeDeps({ share, canSave: () => false })
  await shareVideo(mediaItem(), page.deps)
  await shareVideo(templateItem(), page.deps)
  await downloadVideo(mediaItem(), page.deps)
  await shareFile(new File(['x'], 'loop.gif', { type: 'image/gif' }), share)
  expect(share.mock.calls.map(([shareData]) => Object.keys(shareData))).toEqual([['files'], ['files'], ['files'], ['files']])
})

test('a copied link of an own creation says that only its owner can open it', async () => {
  const page = fakeDeps()
  await copyLink(mediaItem(), page.deps)
  await shareVideo(mediaItem(), page.deps)
  await copyLink(templateItem(), page.deps)
  expect(page.toasts.map(({ description }) => description)).toEqual(['action.ownerOnlyLink', 'action.ownerOnlyLink', undefined])
})

test('a cancelled share shows no message; a failing sheet copies the link', async () => {
  const page = fakeDeps({ share: failingShare('AbortError') })
  await shareVideo(mediaItem(), page.deps)
  expect(page.toasts).toEqual([])
  await shareVideo(mediaItem(), { ...page.deps, share: failingShare('DataError') })
  expect(page.titles()).toEqual(['success: action.linkCopied'])
})

test('eight file extensions are those of videos', () => {
  expect(VIDEO_EXTENSIONS).toEqual(['mp4', 'webm', 'ogg', 'ogv', 'mov', 'avi', 'wmv', 'mkv'])
  expect(['/media/a.MOV?download=a.mp4', '/a.webm#t=1', '/a.mp4x', '/a'].map(videoExtension)).toEqual(['mov', 'webm', undefined, undefined])
})
