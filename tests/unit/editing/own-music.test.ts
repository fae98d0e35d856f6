import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { MUSIC_RETENTION_MS } from '#shared/domain/editing-rules.ts'
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

/** The content of a music file, or the error code if it is missing. */
async function textOf(id: string): Promise<string> {
  const file = await open().read(id)
  return file.ok ? file.value.text() : file.error.code
}

it('a file survives a reload and a login; a stranger does not get it', async () => {
  const stored = await open().save(new Blob(['song']))
  const id = stored.ok ? stored.value : ''
  expect(await textOf(id)).toBe('song')
  world.owner = 'ann'
  expect(await textOf(id)).toBe('song')
  const hers = await open().save(new Blob(['hers']))
  world.owner = 'bob'
  expect(await textOf(hers.ok ? hers.value : '')).toBe('media_music_gone')
})

it('an old file is removed when another one is added', async () => {
  const old = await open().save(new Blob(['old']))
  world.owner = 'ann'
  const young = await open().save(new Blob(['young']))
  world.nowMs += MUSIC_RETENTION_MS + 1
  await open().save(new Blob(['new']))
  expect(await Promise.all([old, young].map((stored) => textOf(stored.ok ? stored.value : '')))).toEqual([
    'media_music_gone',
    'media_music_gone',
  ])
  world.nowMs += MUSIC_RETENTION_MS
  await open().save(new Blob(['next']))
  expect(await textOf('3')).toBe('new')
})

it('blocked storage is reported', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await open().save(new Blob(['song']))).toMatchObject({ ok: false, error: { code: 'storage_blocked' } })
  expect(await textOf('1')).toBe('storage_blocked')
})
