import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { OFFLINE_CHECK_MS, OFFLINE_HEADROOM_BYTES } from '#shared/domain/offline-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { createOfflineVideos } from '#src/offline/create-offline-videos.ts'
import { offlinePaths } from '#src/offline/offline-files.ts'

const createFullError = () => new DOMException('full', 'QuotaExceededError')
const SOURCE_URL = '/media/ffffffffffffffffffffffffffffffff.jpg'

function creation(digit: string): Creation {
  const name = digit.repeat(32)
  return {
    id: digit,
    bizType: 'CUSTOM',
    status: 'SUCCESS',
    templateId: null,
    templateName: null,
    previewImageUrl: `/media/${name}.jpg`,
    videoUrl: `/media/${name}.mp4`,
    videoDownloadUrl: null,
    srcImage: [SOURCE_URL],
    prompt: 'Pan right',
    modelName: 'kinora-motion-1',
    duration: '4s',
    resolution: '480p',
    videoNum: 1,
    aiMusic: 0,
    isCollect: false,
    batchId: 'batch',
    params: {},
    width: 16,
    height: 9,
    errorMsg: null,
    points: 50,
    pointsReturned: 0,
    createdAt: 1,
    finishedAt: 2,
  }
}

/** A fake device that stores up to `capacity` files of 10 bytes. */
function createDevice() {
  const files = new Map<string, Blob>()
  const latePaths: string[] = []
  const world = {
    owner: '',
    nowMs: 1,
    capacity: Infinity,
    freeBytes: null as number | null,
    fetchResults: new Map<string, Result<Blob>>(),
    /** The time in ms until the space of a removed file is free. */
    lateMs: 0,
    sleptMs: [] as number[],
    /** The server's list of the user's own videos. */
    ownVideos: ok([]) as Result<readonly Creation[]>,
    beforeList: async () => {},
    /** Whether the server still has a session of this browser. */
    hasSession: false,
    isRemoveBroken: false,
    /** Whether the database rejects every `put`, however small. It still accepts deletions. */
    isFull: false,
  }
  const store = openStore('kept-under-test')
  const throwFullError = () => {
    throw createFullError()
  }
  const offlineVideos = createOfflineVideos({
    store: { ...store, write: (work) => store.write((tx) => work(world.isFull ? { ...tx, put: throwFullError } : tx)) },
    files: {
      async put(path, bytes) {
        if (!files.has(path) && files.size + latePaths.length >= world.capacity) throw createFullError()
        files.set(path, bytes)
      },
      async remove(paths) {
        if (world.isRemoveBroken) throw new Error('died')
        for (const path of paths) if (files.delete(path) && world.lateMs > 0) latePaths.push(path)
      },
      list: async () => [...files.keys()],
      sizeBytes: async (path) => files.get(path)?.size ?? 0,
    },
    async listOwn() {
      await world.beforeList()
      return world.ownVideos
    },
    isServersVisitor: async () => !world.hasSession,
    fetchFile: async (path) => world.fetchResults.get(path) ?? ok(new Blob([new Uint8Array(10)], { type: 'video/mp4' })),
    freeBytes: async () => world.freeBytes,
    nowMs: () => world.nowMs++,
    sleep: async (ms) => {
      world.sleptMs.push(ms)
      world.lateMs -= ms
      if (world.lateMs <= 0) latePaths.length = 0
    },
    owner: async () => world.owner,
    withLock: (work) => work(),
  })
  const ids = async () => (await offlineVideos.list()).map(({ creation: { id } }) => id)
  return { offlineVideos, files, world, ids }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

test('a video is stored with its poster, its source and its settings, and removed without the files that another one shares', async () => {
  const { offlineVideos, files, ids } = createDevice()
  expect(await offlineVideos.save(creation('a'))).toMatchObject({ ok: true, value: { video: { bytes: 30, keptAtMs: 1 }, evicted: [] } })
  await offlineVideos.save(creation('b'))
  expect(files.size).toBe(5)
  await offlineVideos.remove(['a'])
  expect(await ids()).toEqual(['b'])
  expect([...files.keys()].toSorted()).toEqual(offlinePaths(creation('b')).toSorted())
})

test('only permanent addresses are stored', () => {
  expect(offlinePaths({ ...creation('a'), videoUrl: `/media/${'a'.repeat(32)}.mp4?sig=1` })).toEqual([])
  expect(offlinePaths({ ...creation('a'), previewImageUrl: 'https://elsewhere.example/a.jpg' })).toEqual([
    creation('a').videoUrl,
    SOURCE_URL,
  ])
})

test.each([
  ['no answer keeps nothing', { code: 'H504', retry: 'later' }, creation('a').videoUrl, 'failed'],
  ['a picture that does not come now keeps nothing', { code: 'H504', retry: 'later' }, SOURCE_URL, 'failed'],
  ['a picture that is gone for good is done without', { code: 'H4001', retry: 'never' }, SOURCE_URL, 'kept'],
] as const)('%s', async (_, error, path, result) => {
  const { offlineVideos, world, files } = createDevice()
  world.fetchResults.set(path ?? '', fail(error as never))
  expect((await offlineVideos.save(creation('a'))).ok).toBe(result === 'kept')
  expect(files.size).toBe(result === 'kept' ? 2 : 0)
})

test('space is freed before the write: the video watched longest ago is removed, a pinned one never', async () => {
  const { offlineVideos, world, ids } = createDevice()
  for (const digit of ['a', 'b', 'c']) await offlineVideos.save(creation(digit))
  await offlineVideos.pin('a', true)
  await offlineVideos.noteUse('b')
  world.freeBytes = OFFLINE_HEADROOM_BYTES
  expect(await offlineVideos.save(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'c' } }] } })
  expect(await ids()).toEqual(['a', 'b', 'd'])
})

test('a write on a full device evicts one more video in order, and is retried once', async () => {
  const { offlineVideos, world, files, ids } = createDevice()
  for (const digit of ['a', 'b']) await offlineVideos.save(creation(digit))
  world.capacity = files.size
  expect(await offlineVideos.save(creation('c'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c'])
  world.capacity = 1
  expect(await offlineVideos.save(creation('d'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect([...files.keys()].filter((path) => path.includes('dddd'))).toEqual([])
})

test('the write waits for late space: no other video is removed', async () => {
  const { offlineVideos, world, files, ids } = createDevice()
  for (const digit of ['a', 'b', 'c']) await offlineVideos.save(creation(digit))
  world.capacity = files.size
  world.lateMs = 1500
  expect(await offlineVideos.save(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c', 'd'])
  expect(world.sleptMs).toEqual([250, 500, 1000])
})

test('the write waits for planned space that is late before more is removed', async () => {
  const { offlineVideos, world, files, ids } = createDevice()
  for (const digit of ['a', 'b', 'c']) await offlineVideos.save(creation(digit))
  world.capacity = files.size
  world.freeBytes = OFFLINE_HEADROOM_BYTES
  world.lateMs = 3000
  expect(await offlineVideos.save(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c', 'd'])
})

test('a failed eviction costs no more than the size of the video, and the device shows as full', async () => {
  const { offlineVideos, world, files, ids } = createDevice()
  for (const digit of ['a', 'b', 'c']) await offlineVideos.save(creation(digit))
  world.capacity = files.size
  world.lateMs = Infinity
  expect(await offlineVideos.save(creation('d'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(await ids()).toEqual(['b', 'c'])
  expect(world.sleptMs).toEqual([250, 500, 1000, 2000])
})

test('a device that was full before any removal causes no wait', async () => {
  const { offlineVideos, world, files } = createDevice()
  await offlineVideos.save(creation('a'))
  await offlineVideos.pin('a', true)
  world.capacity = files.size
  expect(await offlineVideos.save(creation('b'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(world.sleptMs).toEqual([])
})

test('a full device without removable videos shows a message, and loses nothing', async () => {
  const { offlineVideos, world, ids } = createDevice()
  await offlineVideos.save(creation('a'))
  await offlineVideos.pin('a', true)
  world.freeBytes = 0
  expect(await offlineVideos.save(creation('b'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(await ids()).toEqual(['a'])
})

test('nobody sees the videos of another owner; a login moves the visitor’s to the account, and a logout removes them', async () => {
  const { offlineVideos, world, files, ids } = createDevice()
  await offlineVideos.save(creation('a'))
  world.owner = 'ada'
  expect(await ids()).toEqual([])
  await offlineVideos.adopt()
  expect(await ids()).toEqual(['a'])
  world.owner = 'bob'
  expect(await ids()).toEqual([])
  await offlineVideos.remove(['a'])
  expect(files.size).toBe(3)
  await offlineVideos.forget('ada')
  world.owner = 'ada'
  expect([await ids(), files.size]).toEqual([[], 0])
})

test('"all new videos" returns each task once, and none from before', async () => {
  const { offlineVideos, world } = createDevice()
  const tasks = [
    { id: 'before', finishedAtMs: 5 },
    { id: 'after', finishedAtMs: 20 },
  ]
  expect(await offlineVideos.listUnseen(tasks)).toEqual([])
  world.nowMs = 10
  await offlineVideos.switchSaveAll(true)
  expect(await offlineVideos.listUnseen(tasks)).toEqual(['after'])
  await offlineVideos.noteSeen('after')
  expect(await offlineVideos.listUnseen(tasks)).toEqual([])
})

test('files without a row are removed, once the server has no owner for them', async () => {
  const { offlineVideos, files, world } = createDevice()
  await offlineVideos.save(creation('a'))
  files.set('/media/lost.mp4', new Blob(['x']))
  world.ownVideos = fail({ code: '40001', retry: 'later' })
  expect([await offlineVideos.reconcile(), files.size]).toEqual([false, 4])
  world.ownVideos = ok([creation('b')])
  expect([await offlineVideos.reconcile(), files.size, files.has('/media/lost.mp4')]).toEqual([true, 3, false])
})

test('a video whose record was lost is stored anew, with its remaining files, and not for another owner', async () => {
  const { offlineVideos, files, world } = createDevice()
  world.owner = 'ada'
  await offlineVideos.save(creation('a'))
  await offlineVideos.save(creation('b'))
  vi.stubGlobal('indexedDB', new IDBFactory())
  const newDevice = createDevice()
  for (const [path, bytes] of files) newDevice.files.set(path, bytes)
  newDevice.files.delete(creation('a').previewImageUrl ?? '')
  newDevice.world.owner = 'ada'
  newDevice.world.ownVideos = ok([creation('a'), creation('c')])
  expect(await newDevice.offlineVideos.reconcile()).toBe(true)
  const [restoredVideo, ...others] = await newDevice.offlineVideos.list()
  expect(others).toEqual([])
  expect(restoredVideo).toMatchObject({
    owner: 'ada',
    creation: { id: 'a' },
    bytes: 20,
    isPinned: false,
    paths: [creation('a').videoUrl, SOURCE_URL],
  })
  expect([...newDevice.files.keys()].toSorted()).toEqual([...(restoredVideo?.paths ?? [])].toSorted())
})

test('after a logout that the server does not know yet, no video of the account becomes the visitor’s', async () => {
  const { offlineVideos, files, world, ids } = createDevice()
  for (const path of [creation('a').videoUrl, SOURCE_URL]) files.set(path ?? '', new Blob(['x']))
  Object.assign(world, { ownVideos: ok([creation('a')]), hasSession: true })
  expect([await offlineVideos.reconcile(), await ids(), files.size]).toEqual([false, [], 2])
  Object.assign(world, { ownVideos: ok([]), hasSession: false })
  expect([await offlineVideos.reconcile(), await ids(), files.size]).toEqual([true, [], 0])
})

test('videos that an account deleted elsewhere are removed once a day, but not for a visitor, and not new ones since the request', async () => {
  const { offlineVideos, world, ids } = createDevice()
  world.nowMs = OFFLINE_CHECK_MS
  await offlineVideos.save(creation('a'))
  expect([await offlineVideos.reconcile(), await ids()]).toEqual([true, ['a']])
  world.owner = 'ada'
  await offlineVideos.adopt()
  await offlineVideos.save(creation('b'))
  world.ownVideos = fail({ code: '40001', retry: 'later' })
  expect([await offlineVideos.reconcile(), await ids()]).toEqual([false, ['a', 'b']])
  world.ownVideos = ok([creation('b')])
  expect([await offlineVideos.reconcile(), await ids()]).toEqual([true, ['b']])
  world.ownVideos = ok([])
  expect([await offlineVideos.reconcile(), await ids()]).toEqual([true, ['b']])
  world.nowMs += OFFLINE_CHECK_MS
  world.beforeList = async () => void (await offlineVideos.save(creation('c')))
  expect([await offlineVideos.reconcile(), await ids()]).toEqual([true, ['c']])
})

test('a removal by a tab that died midway is completed', async () => {
  const { offlineVideos, files, world, ids } = createDevice()
  await offlineVideos.save(creation('a'))
  world.ownVideos = ok([creation('a')])
  world.isRemoveBroken = true
  await expect(offlineVideos.remove(['a'])).rejects.toThrow('died')
  expect([await ids(), files.size]).toEqual([[], 3])
  world.isRemoveBroken = false
  expect([await offlineVideos.reconcile(), await ids(), files.size]).toEqual([true, [], 0])
})

test('on a full device a video can still be removed', async () => {
  const { offlineVideos, files, world, ids } = createDevice()
  await offlineVideos.save(creation('a'))
  world.isFull = true
  expect(await offlineVideos.remove(['a'])).toEqual(ok(null))
  expect([await ids(), files.size]).toEqual([[], 0])
})
