import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { MUSIC_RETENTION_MS } from '#shared/domain/editing-rules.ts'
import { createOwnMusic } from '#src/editing/own-music.ts'

let world: { owner: string; nowMs: number; idCount: number }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  world = { owner: '', nowMs: 1, idCount: 0 }
})

function openMusic() {
  return createOwnMusic({
    store: openStore('kinora-made'),
    nowMs: () => world.nowMs,
    newId: () => String((world.idCount += 1)),
    owner: () => world.owner,
  })
}

/** The content of a music file, or the error code if it is missing. */
async function textOf(id: string): Promise<string> {
  const file = await openMusic().read(id)
  return file.ok ? file.value.text() : file.error.code
}

it('a file survives a reload and a login; a stranger does not get it', async () => {
  const savedSong = await openMusic().save(new Blob(['song']))
  const id = savedSong.ok ? savedSong.value : ''
  expect(await textOf(id)).toBe('song')
  world.owner = 'ann'
  expect(await textOf(id)).toBe('song')
  const annsSong = await openMusic().save(new Blob(['hers']))
  world.owner = 'bob'
  expect(await textOf(annsSong.ok ? annsSong.value : '')).toBe('media_music_gone')
})

it('an old file is removed when another one is added', async () => {
  const oldSong = await openMusic().save(new Blob(['old']))
  world.owner = 'ann'
  const youngSong = await openMusic().save(new Blob(['young']))
  world.nowMs += MUSIC_RETENTION_MS + 1
  await openMusic().save(new Blob(['new']))
  expect(await Promise.all([oldSong, youngSong].map((song) => textOf(song.ok ? song.value : '')))).toEqual([
    'media_music_gone',
    'media_music_gone',
  ])
  world.nowMs += MUSIC_RETENTION_MS
  await openMusic().save(new Blob(['next']))
  expect(await textOf('3')).toBe('new')
})

it('blocked storage is reported', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await openMusic().save(new Blob(['song']))).toMatchObject({ ok: false, error: { code: 'storage_blocked' } })
  expect(await textOf('1')).toBe('storage_blocked')
})
