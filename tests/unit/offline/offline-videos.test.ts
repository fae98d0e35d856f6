import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { OFFLINE_CHECK_MS, OFFLINE_HEADROOM_BYTES } from '#shared/domain/offline-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { createOfflineVideos } from '#src/offline/create-offline-videos.ts'
import { offlinePaths } from '#src/offline/offline-files.ts'

const FULL = () => new DOMException('full', 'QuotaExceededError')
const SOURCE = '/media/ffffffffffffffffffffffffffffffff.jpg'

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
    srcImage: [SOURCE],
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

/** A device: 10 bytes for each file, as many as `capacity`. */
function device() {
  const files = new Map<string, Blob>()
  const late: string[] = []
  const world = {
    owner: '',
    nowMs: 1,
    capacity: Infinity,
    freeBytes: null as number | null,
    missing: new Map<string, Result<Blob>>(),
    /** The delay before removed files free their space, in ms. */
    lateMs: 0,
    sleptMs: [] as number[],
    /** The server's list of the user's own videos. */
    own: ok([]) as Result<readonly Creation[]>,
    beforeList: async () => {},
    /** The server still has a session of this browser. */
    hasSession: false,
    isRemoveBroken: false,
    /** The database accepts no more writes, however small. */
    isFull: false,
  }
  const store = openStore('kept-under-test')
  const refuse = () => {
    throw FULL()
  }
  const vault = createOfflineVideos({
    store: { ...store, write: (work) => store.write((tx) => work(world.isFull ? { ...tx, put: refuse } : tx)) },
    files: {
      async put(path, bytes) {
        if (!files.has(path) && files.size + late.length >= world.capacity) throw FULL()
        files.set(path, bytes)
      },
      async remove(paths) {
        if (world.isRemoveBroken) throw new Error('died')
        for (const path of paths) if (files.delete(path) && world.lateMs > 0) late.push(path)
      },
      list: async () => [...files.keys()],
      sizeBytes: async (path) => files.get(path)?.size ?? 0,
    },
    async listOwn() {
      await world.beforeList()
      return world.own
    },
    isServersVisitor: async () => !world.hasSession,
    fetchFile: async (path) => world.missing.get(path) ?? ok(new Blob([new Uint8Array(10)], { type: 'video/mp4' })),
    freeBytes: async () => world.freeBytes,
    nowMs: () => world.nowMs++,
    sleep: async (ms) => {
      world.sleptMs.push(ms)
      world.lateMs -= ms
      if (world.lateMs <= 0) late.length = 0
    },
    owner: async () => world.owner,
    withLock: (work) => work(),
  })
  const ids = async () => (await vault.list()).map(({ creation: { id } }) => id)
  return { vault, files, world, ids }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

test('a video is stored with its poster, its source and its settings, and removed without the files that another one shares', async () => {
  const { vault, files, ids } = device()
  expect(await vault.keep(creation('a'))).toMatchObject({ ok: true, value: { video: { bytes: 30, keptAtMs: 1 }, evicted: [] } })
  await vault.keep(creation('b'))
  expect(files.size).toBe(5)
  await vault.remove(['a'])
  expect(await ids()).toEqual(['b'])
  expect([...files.keys()].toSorted()).toEqual(offlinePaths(creation('b')).toSorted())
})

test('only permanent addresses are stored', () => {
  expect(offlinePaths({ ...creation('a'), videoUrl: `/media/${'a'.repeat(32)}.mp4?sig=1` })).toEqual([])
  expect(offlinePaths({ ...creation('a'), previewImageUrl: 'https://elsewhere.example/a.jpg' })).toEqual([creation('a').videoUrl, SOURCE])
})

test.each([
  ['no answer keeps nothing', { code: 'H504', retry: 'later' }, creation('a').videoUrl, 'failed'],
  ['a picture that does not come now keeps nothing', { code: 'H504', retry: 'later' }, SOURCE, 'failed'],
  ['a picture that is gone for good is done without', { code: 'H4001', retry: 'never' }, SOURCE, 'kept'],
] as const)('%s', async (_, error, path, end) => {
  const { vault, world, files } = device()
  world.missing.set(path ?? '', fail(error as never))
  expect((await vault.keep(creation('a'))).ok).toBe(end === 'kept')
  expect(files.size).toBe(end === 'kept' ? 2 : 0)
})

test('space is freed before the write: the video watched longest ago is removed, a pinned one never', async () => {
  const { vault, world, ids } = device()
  for (const digit of ['a', 'b', 'c']) await vault.keep(creation(digit))
  await vault.pin('a', true)
  await vault.noteUse('b')
  world.freeBytes = OFFLINE_HEADROOM_BYTES
  expect(await vault.keep(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'c' } }] } })
  expect(await ids()).toEqual(['a', 'b', 'd'])
})

test('a write on a full device evicts one more video in order, and is retried once', async () => {
  const { vault, world, files, ids } = device()
  for (const digit of ['a', 'b']) await vault.keep(creation(digit))
  world.capacity = files.size
  expect(await vault.keep(creation('c'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c'])
  world.capacity = 1
  expect(await vault.keep(creation('d'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect([...files.keys()].filter((path) => path.includes('dddd'))).toEqual([])
})

test('the write waits for late space: no other video is removed', async () => {
  const { vault, world, files, ids } = device()
  for (const digit of ['a', 'b', 'c']) await vault.keep(creation(digit))
  world.capacity = files.size
  world.lateMs = 1500
  expect(await vault.keep(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c', 'd'])
  expect(world.sleptMs).toEqual([250, 500, 1000])
})

test('the write waits for planned space that is late before more is removed', async () => {
  const { vault, world, files, ids } = device()
  for (const digit of ['a', 'b', 'c']) await vault.keep(creation(digit))
  world.capacity = files.size
  world.freeBytes = OFFLINE_HEADROOM_BYTES
  world.lateMs = 3000
  expect(await vault.keep(creation('d'))).toMatchObject({ ok: true, value: { evicted: [{ creation: { id: 'a' } }] } })
  expect(await ids()).toEqual(['b', 'c', 'd'])
})

test('a failed eviction costs no more than the size of the video, and the device shows as full', async () => {
  const { vault, world, files, ids } = device()
  for (const digit of ['a', 'b', 'c']) await vault.keep(creation(digit))
  world.capacity = files.size
  world.lateMs = Infinity
  expect(await vault.keep(creation('d'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(await ids()).toEqual(['b', 'c'])
  expect(world.sleptMs).toEqual([250, 500, 1000, 2000])
})

test('a device that was full before any removal causes no wait', async () => {
  const { vault, world, files } = device()
  await vault.keep(creation('a'))
  await vault.pin('a', true)
  world.capacity = files.size
  expect(await vault.keep(creation('b'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(world.sleptMs).toEqual([])
})

test('a full device without removable videos shows a message, and loses nothing', async () => {
  const { vault, world, ids } = device()
  await vault.keep(creation('a'))
  await vault.pin('a', true)
  world.freeBytes = 0
  expect(await vault.keep(creation('b'))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(await ids()).toEqual(['a'])
})

test('nobody sees the videos of another owner; a login moves the visitor’s to the account, and a logout removes them', async () => {
  const { vault, world, files, ids } = device()
  await vault.keep(creation('a'))
  world.owner = 'ada'
  expect(await ids()).toEqual([])
  await vault.adopt()
  expect(await ids()).toEqual(['a'])
  world.owner = 'bob'
  expect(await ids()).toEqual([])
  await vault.remove(['a'])
  expect(files.size).toBe(3)
  await vault.forget('ada')
  world.owner = 'ada'
  expect([await ids(), files.size]).toEqual([[], 0])
})

test('"all new videos" returns each task once, and none from before', async () => {
  const { vault, world } = device()
  const tasks = [
    { id: 'before', finishedAtMs: 5 },
    { id: 'after', finishedAtMs: 20 },
  ]
  expect(await vault.unseen(tasks)).toEqual([])
  world.nowMs = 10
  await vault.keepAll(true)
  expect(await vault.unseen(tasks)).toEqual(['after'])
  await vault.noteSeen('after')
  expect(await vault.unseen(tasks)).toEqual([])
})

test('files without a row are removed, once the server has no owner for them', async () => {
  const { vault, files, world } = device()
  await vault.keep(creation('a'))
  files.set('/media/lost.mp4', new Blob(['x']))
  world.own = fail({ code: '40001', retry: 'later' })
  expect([await vault.reconcile(), files.size]).toEqual([false, 4])
  world.own = ok([creation('b')])
  expect([await vault.reconcile(), files.size, files.has('/media/lost.mp4')]).toEqual([true, 3, false])
})

test('a video whose record was lost is stored anew, with its remaining files, and not for another owner', async () => {
  const { vault, files, world } = device()
  world.owner = 'ada'
  await vault.keep(creation('a'))
  await vault.keep(creation('b'))
  vi.stubGlobal('indexedDB', new IDBFactory())
  const after = device()
  for (const [path, bytes] of files) after.files.set(path, bytes)
  after.files.delete(creation('a').previewImageUrl ?? '')
  after.world.owner = 'ada'
  after.world.own = ok([creation('a'), creation('c')])
  expect(await after.vault.reconcile()).toBe(true)
  const [again, ...others] = await after.vault.list()
  expect(others).toEqual([])
  expect(again).toMatchObject({ owner: 'ada', creation: { id: 'a' }, bytes: 20, isPinned: false, paths: [creation('a').videoUrl, SOURCE] })
  expect([...after.files.keys()].toSorted()).toEqual([...(again?.paths ?? [])].toSorted())
})

test('after a logout that the server does not know yet, no video of the account becomes the visitor’s', async () => {
  const { vault, files, world, ids } = device()
  for (const path of [creation('a').videoUrl, SOURCE]) files.set(path ?? '', new Blob(['x']))
  Object.assign(world, { own: ok([creation('a')]), hasSession: true })
  expect([await vault.reconcile(), await ids(), files.size]).toEqual([false, [], 2])
  Object.assign(world, { own: ok([]), hasSession: false })
  expect([await vault.reconcile(), await ids(), files.size]).toEqual([true, [], 0])
})

test('videos that an account deleted elsewhere are removed once a day, but not for a visitor, and not new ones since the request', async () => {
  const { vault, world, ids } = device()
  world.nowMs = OFFLINE_CHECK_MS
  await vault.keep(creation('a'))
  expect([await vault.reconcile(), await ids()]).toEqual([true, ['a']])
  world.owner = 'ada'
  await vault.adopt()
  await vault.keep(creation('b'))
  world.own = fail({ code: '40001', retry: 'later' })
  expect([await vault.reconcile(), await ids()]).toEqual([false, ['a', 'b']])
  world.own = ok([creation('b')])
  expect([await vault.reconcile(), await ids()]).toEqual([true, ['b']])
  world.own = ok([])
  expect([await vault.reconcile(), await ids()]).toEqual([true, ['b']])
  world.nowMs += OFFLINE_CHECK_MS
  world.beforeList = async () => void (await vault.keep(creation('c')))
  expect([await vault.reconcile(), await ids()]).toEqual([true, ['c']])
})

test('a removal by a tab that died midway is completed', async () => {
  const { vault, files, world, ids } = device()
  await vault.keep(creation('a'))
  world.own = ok([creation('a')])
  world.isRemoveBroken = true
  await expect(vault.remove(['a'])).rejects.toThrow('died')
  expect([await ids(), files.size]).toEqual([[], 3])
  world.isRemoveBroken = false
  expect([await vault.reconcile(), await ids(), files.size]).toEqual([true, [], 0])
})

test('on a full device a video can still be removed', async () => {
  const { vault, files, world, ids } = device()
  await vault.keep(creation('a'))
  world.isFull = true
  expect(await vault.remove(['a'])).toEqual(ok(null))
  expect([await ids(), files.size]).toEqual([[], 0])
})
