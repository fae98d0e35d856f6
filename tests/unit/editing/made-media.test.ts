import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import type { MadeMedia } from '#shared/contract/media-contract.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { OFFLINE_HEADROOM_BYTES } from '#shared/domain/offline-rules.ts'
import { ok } from '#shared/result.ts'
import { createMadeMedia } from '#src/editing/made-media.ts'

const madeMedia: MadeMedia = { blob: new Blob(['0123456789'], { type: 'video/mp4' }), width: 16, height: 10, frames: 48 }

let world: { owner: string; leavingAccount: string | null; freeBytes: number | null; nowMs: number; idCount: number }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  world = { owner: 'ann', leavingAccount: null, freeBytes: null, nowMs: 1, idCount: 0 }
})

function openMadeMedia() {
  return createMadeMedia({
    store: openStore('kinora-made'),
    freeBytes: async () => world.freeBytes,
    nowMs: () => (world.nowMs += 1),
    newId: () => String((world.idCount += 1)),
    owner: async () => world.owner,
    leaving: () => world.leavingAccount,
  })
}

const namesOf = async () => (await openMadeMedia().list()).map(({ name }) => name)

it('results survive a reload, newest first, until they are removed', async () => {
  const firstResult = await openMadeMedia().save(madeMedia, 'first.mp4', 'origin')
  await openMadeMedia().save(madeMedia, 'second.gif', 'origin')
  expect(await namesOf()).toEqual(['second.gif', 'first.mp4'])
  const [, item] = await openMadeMedia().list()
  expect(item).toMatchObject({ owner: 'ann', width: 16, height: 10, frames: 48 })
  expect(await item?.blob.text()).toBe('0123456789')
  if (!firstResult.ok) throw new Error(firstResult.error.code)
  await openMadeMedia().remove(firstResult.value.id)
  expect(await namesOf()).toEqual(['second.gif'])
})

it('nobody else sees them; a pending logout removes them, an expired session does not', async () => {
  await openMadeMedia().save(madeMedia, 'of-ann.mp4', 'origin')
  world.owner = ''
  expect(await namesOf()).toEqual([])
  world.owner = 'ann'
  expect(await namesOf()).toEqual(['of-ann.mp4'])
  Object.assign(world, { owner: '', leavingAccount: 'ann' })
  await openMadeMedia().changeOwner()
  Object.assign(world, { owner: 'ann', leavingAccount: null })
  expect(await namesOf()).toEqual([])
})

it('a login moves the visitor’s media to the account', async () => {
  world.owner = ''
  await openMadeMedia().save(madeMedia, 'of-a-visitor.mp4', 'origin')
  world.owner = 'bob'
  expect(await namesOf()).toEqual(['of-a-visitor.mp4'])
  world.owner = ''
  expect(await namesOf()).toEqual([])
})

it('reports a full device, and blocked storage', async () => {
  world.freeBytes = OFFLINE_HEADROOM_BYTES + 9
  expect(await openMadeMedia().save(madeMedia, 'large.mp4', 'origin')).toMatchObject({ error: { code: 'storage_full' } })
  world.freeBytes = OFFLINE_HEADROOM_BYTES + 10
  expect(await openMadeMedia().save(madeMedia, 'fits.mp4', 'origin')).toMatchObject({ ok: true })
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await openMadeMedia().save(madeMedia, 'denied.mp4', 'origin')).toMatchObject({ error: { code: 'storage_blocked' } })
  expect(await namesOf()).toEqual([])
})

it('a video is finished once, and started three times at most, by each account for itself', async () => {
  await openMadeMedia().noteTry('first')
  await openMadeMedia().noteTry('first')
  expect(await openMadeMedia().listUnfinished(['first', 'second'])).toEqual(ok(['first', 'second']))
  await openMadeMedia().noteTry('first')
  await openMadeMedia().noteFinished('second')
  expect(await openMadeMedia().listUnfinished(['first', 'second', 'third'])).toEqual(ok(['third']))
  world.owner = 'bob'
  expect(await openMadeMedia().listUnfinished(['first'])).toEqual(ok(['first']))
})

it('a visitor’s finished video is not started again after the login', async () => {
  world.owner = ''
  await openMadeMedia().noteFinished('first')
  world.owner = 'ann'
  expect(await openMadeMedia().listUnfinished(['first', 'second'])).toEqual(ok(['second']))
})

it('a read that fails is an error, and not an empty list', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await openMadeMedia().listUnfinished(['first'])).toMatchObject({ error: { code: 'storage_blocked' } })
})
