import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { fail, ok } from '#shared/result.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import type { MadeMediaStore } from '#src/editing/made-media.ts'
import type { MediaClient } from '#src/editing/media-client.ts'
import { type Editor, useEditor } from '#src/editing/use-editor.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { onPage, shown } from './on-page.ts'

const facts = { width: 64, height: 48, frames: 24 }
const client = {
  look: async () => ok({ ...facts, hasSound: false }),
  make: async () => ok({ ...facts, blob: new Blob(['made']) }),
  formats: async () => ok(['mp4']),
} as unknown as MediaClient
const store = {} as MadeMediaStore
const made = (id: string): MadeItem => ({ ...facts, id, owner: '', name: `${id}.mp4`, blob: new Blob([id]), madeAtMs: 0 })

const open = new Set<string>()
let editor: Editor

const video = { ...creation('video', 1), videoUrl: '/media/video.mp4' }

function Shown({ first, keep = store }: { readonly first: MadeItem | null; readonly keep?: MadeMediaStore }) {
  const opened = useEditor(video, first, client, keep)
  useEffect(() => {
    editor = opened
  })
  return <p>{opened.phase.kind}</p>
}

beforeEach(() => {
  const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)]
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob)
    open.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    open.delete(url)
    revoke(url)
  })
})
afterEach(() => {
  onPage('')
  vi.restoreAllMocks()
})

const shownUrl = () => (editor.phase.kind === 'made' ? editor.phase.url : null)

test('an editor retains the file of its shown result and of no earlier one, and none after it is closed', async () => {
  shown(<Shown first={made('first')} />)
  await vi.waitFor(() => expect(editor?.phase.kind).toBe('made'))
  const first = shownUrl()
  for (const id of ['second', 'third']) {
    const before = shownUrl()
    editor.show(made(id))
    await vi.waitFor(() => expect(shownUrl()).not.toBe(before))
    await vi.waitFor(() => expect([...open]).toEqual([shownUrl()]))
  }
  expect(open.has(first ?? '')).toBe(false)
  onPage('')
  expect([...open]).toEqual([])
})

test('a result that the device was too slow to store is stored while the editor shows it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(new Blob(['video'], { type: 'video/mp4' })))
  const keep = vi.fn<MadeMediaStore['keep']>(async () => ok(made('stored')))
  keep.mockResolvedValueOnce(fail({ code: 'storage_slow', retry: 'later' }))
  shown(<Shown first={null} keep={{ keep } as unknown as MadeMediaStore} />)
  await vi.waitFor(() => expect(editor?.phase.kind).toBe('ready'))
  editor.make()
  await vi.waitFor(() => expect(editor.phase).toMatchObject({ kind: 'made', problem: 'storage_slow' }))
  const url = shownUrl()
  await vi.waitFor(() => expect(editor.phase).toMatchObject({ kind: 'made', problem: null, url }), { timeout: 2 * SLOW_STORAGE_RETRY_MS })
  expect(keep).toHaveBeenCalledTimes(2)
})
