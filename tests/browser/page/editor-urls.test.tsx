import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import type { MadeMediaStore } from '#src/editing/made-media.ts'
import type { MediaClient } from '#src/editing/media-client.ts'
import { type Editor, useEditor } from '#src/editing/use-editor.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { onPage, shown } from './on-page.ts'

const facts = { width: 64, height: 48, frames: 24 }
const client = {
  look: async () => ok({ ...facts, hasSound: false }),
  formats: async () => ok(['mp4']),
} as unknown as MediaClient
const store = {} as MadeMediaStore
const made = (id: string): MadeItem => ({ ...facts, id, owner: '', name: `${id}.mp4`, blob: new Blob([id]), madeAtMs: 0 })

const open = new Set<string>()
let editor: Editor

function Shown({ first }: { readonly first: MadeItem }) {
  editor = useEditor(creation('video', 1), first, client, store)
  return <p>{editor.phase.kind}</p>
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

test('an editor holds the file of the result that it shows and of no earlier one, and none after it is closed', async () => {
  shown(<Shown first={made('first')} />)
  await vi.waitFor(() => expect(editor.phase.kind).toBe('made'))
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
