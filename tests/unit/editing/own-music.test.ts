import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { MUSIC_KEPT_MS } from '#shared/domain/editing-rules.ts'
import { createOwnMusic } from '#src/editing/own-music.ts'

let world: { owner: string; nowMs: number; ids: number }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  world = { owner: '', nowMs: 1, ids: 0 }
})

function open() {
  return createOwnMusic({
    store: openStore('kinora-made'),
    nowMs: () => world.nowMs,
    newId: () => String((world.ids += 1)),
    owner: () => world.owner,
  })
}

it('a file survives a reload and a login; a stranger does not get it', async () => {
  const kept = await open().keep(new Blob(['song']))
  const id = kept.ok ? kept.value : ''
  expect(await (await open().read(id))?.text()).toBe('song')
  world.owner = 'ann'
  expect(await (await open().read(id))?.text()).toBe('song')
  const hers = await open().keep(new Blob(['hers']))
  world.owner = 'bob'
  expect(await open().read(hers.ok ? hers.value : '')).toBeNull()
})

it('a file that was chosen long ago goes when another one comes', async () => {
  const [old, young] = [await open().keep(new Blob(['old'])), await open().keep(new Blob(['young']))]
  world.nowMs += MUSIC_KEPT_MS + 1
  await open().keep(new Blob(['new']))
  expect(await Promise.all([old, young].map((kept) => open().read(kept.ok ? kept.value : '')))).toEqual([null, null])
  world.nowMs += MUSIC_KEPT_MS
  await open().keep(new Blob(['next']))
  expect(await (await open().read('3'))?.text()).toBe('new')
})

it('where storage is blocked that is said', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await open().keep(new Blob(['song']))).toMatchObject({ ok: false, error: { code: 'storage_blocked' } })
})
