import { systemClock } from '#shared/clock.ts'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import type { MediaApi } from '#shared/contract/media-contract.ts'
import { fail, ok } from '#shared/result.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { type WorkerEvents } from '#src/browser/worker-client.ts'
import type { MadeMediaStore } from '#src/editing/made-media.ts'
import { type MediaClient, createMediaClient } from '#src/editing/media-client.ts'
import { type Editor, useEditor } from '#src/editing/use-editor.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { setPage, renderNode } from './on-page.ts'

const facts = { width: 64, height: 48, frames: 24 }
const mediaCalls = {
  inspect: async () => ok({ ...facts, hasSound: false }),
  make: async () => ok({ ...facts, blob: new Blob(['made']) }),
}
const client = { ...mediaCalls, formats: async () => ok(['mp4']) } as unknown as MediaClient
const store = {} as MadeMediaStore
const makeItem = (id: string): MadeItem => ({ ...facts, id, owner: '', name: `${id}.mp4`, blob: new Blob([id]), madeAtMs: 0 })

const openUrls = new Set<string>()
let editor: Editor

const video = { ...creation('video', 1), videoUrl: '/media/video.mp4' }

interface EditorHostProps {
  readonly initialItem: MadeItem | null
  readonly mediaStore?: MadeMediaStore
  readonly media?: MediaClient
}

function EditorHost({ initialItem, mediaStore = store, media = client }: EditorHostProps) {
  const currentEditor = useEditor(video, initialItem, media, mediaStore)
  useEffect(() => {
    editor = currentEditor
  })
  return <p>{currentEditor.phase.kind}</p>
}

beforeEach(() => {
  const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)]
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob)
    openUrls.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    openUrls.delete(url)
    revoke(url)
  })
})
afterEach(() => {
  setPage('')
  vi.restoreAllMocks()
})

const shownUrl = () => (editor.phase.kind === 'made' ? editor.phase.url : null)

test('an editor retains the file of its shown result and of no earlier one, and none after it is closed', async () => {
  renderNode(<EditorHost initialItem={makeItem('first')} />)
  await vi.waitFor(() => expect(editor?.phase.kind).toBe('made'))
  const firstUrl = shownUrl()
  for (const id of ['second', 'third']) {
    const urlBefore = shownUrl()
    editor.show(makeItem(id))
    await vi.waitFor(() => expect(shownUrl()).not.toBe(urlBefore))
    await vi.waitFor(() => expect([...openUrls]).toEqual([shownUrl()]))
  }
  expect(openUrls.has(firstUrl ?? '')).toBe(false)
  setPage('')
  expect([...openUrls]).toEqual([])
})

test('a result that the device was too slow to store is stored while the editor shows it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(new Blob(['video'], { type: 'video/mp4' })))
  const save = vi.fn<MadeMediaStore['save']>(async () => ok(makeItem('stored')))
  save.mockResolvedValueOnce(fail({ code: 'storage_slow', retry: 'later' }))
  renderNode(<EditorHost initialItem={null} mediaStore={{ save } as unknown as MadeMediaStore} />)
  await vi.waitFor(() => expect(editor?.phase.kind).toBe('ready'))
  editor.make()
  await vi.waitFor(() => expect(editor.phase).toMatchObject({ kind: 'made', problem: 'storage_slow' }))
  const url = shownUrl()
  await vi.waitFor(() => expect(editor.phase).toMatchObject({ kind: 'made', problem: null, url }), { timeout: 2 * SLOW_STORAGE_RETRY_MS })
  expect(save).toHaveBeenCalledTimes(2)
})

test('an editor whose worker cannot start shows the failure, and works at the next try', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(new Blob(['video'], { type: 'video/mp4' })))
  const workers: WorkerEvents<number>[] = []
  let isBlocked = true
  const media = createMediaClient({
    spawn(events) {
      if (isBlocked) throw new DOMException('blocked', 'SecurityError')
      workers.push(events)
      return { api: { ...mediaCalls, formats: async () => ['mp4'] } as unknown as MediaApi, terminate: () => undefined }
    },
    setTimer: systemClock.setTimer,
  })
  renderNode(
    <EditorHost initialItem={null} mediaStore={{ save: async () => ok(makeItem('stored')) } as unknown as MadeMediaStore} media={media} />,
  )
  await vi.waitFor(() => expect(editor.phase).toEqual({ kind: 'failed', code: 'media_failed' }))
  isBlocked = false
  editor.retry()
  await vi.waitFor(() => expect(editor.phase).toEqual({ kind: 'ready', code: null }))
  isBlocked = true
  workers[0]?.onFailure('crashed')
  editor.make()
  await vi.waitFor(() => expect(editor.phase).toEqual({ kind: 'ready', code: 'media_failed' }))
  isBlocked = false
  editor.make()
  await vi.waitFor(() => expect(editor.phase).toMatchObject({ kind: 'made', problem: null }))
})
