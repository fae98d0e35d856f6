import { afterEach, expect, it, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { EditOrder, MadeMedia } from '#shared/contract/media-contract.ts'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { MAX_FINISH_TRIES, MUSIC_FADE_S } from '#shared/domain/editing-rules.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { type UnfinishedVideo, finishOrder, finishVideos, followUnfinished } from '#src/editing/finish-videos.ts'
import { hubState } from '#src/store/state.ts'
import { creation, finishedTask, settings, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

restoreHub()

const facts = { width: 1280, height: 720, frames: 144, hasSound: false }
const madeMedia: MadeMedia = { blob: new Blob(['finished']), width: 1280, height: 720, frames: 287 }
const EXTENDED_VIDEO = { taskId: 'second', extendedId: 'first', music: null }
const MUSIC = { id: 'song', name: 'song.mp3', volume: 0.5 }
const NOT_FOUND: AppError = { code: 'H4001', retry: 'never' }
const STORAGE_SLOW: AppError = { code: 'storage_slow', retry: 'later' }
const MEDIA_MISSING: AppError = { code: 'media_missing', retry: 'later' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake device. A step whose name is in `failures` fails with that error. The name of a query is the id of the requested creation. */
function createDevice() {
  const finishedIds = new Set<string>()
  const triedIds: string[] = []
  const orders: EditOrder[] = []
  const names: string[] = []
  const reports: string[] = []
  const music = new Map([['song', new Blob(['music'])]])
  const failures = new Map<string, AppError>()
  const answer = <T>(step: string, value: T): Result<T> => {
    const error = failures.get(step)
    return error === undefined ? ok(value) : fail(error)
  }
  const deps = {
    store: {
      listUnfinished: async (ids: readonly string[]) => {
        const unfinishedIds = ids.filter((id) => !finishedIds.has(id))
        return answer('unfinished', unfinishedIds)
      },
      async noteTry(id: string) {
        triedIds.push(id)
        return ok(null)
      },
      async noteFinished(id: string) {
        finishedIds.add(id)
        return ok(null)
      },
      async save(media: MadeMedia, name: string, originId: string): Promise<Result<MadeItem>> {
        names.push(name)
        return answer('keep', { ...media, id: 'made', owner: '', originId, name, madeAtMs: 1 })
      },
    },
    readMusic: async (id: string): Promise<Result<Blob>> => {
      const file = music.get(id)
      return file === undefined ? fail({ code: 'media_music_gone', retry: 'never' }) : ok(file)
    },
    query: async (id: string): Promise<Result<Creation>> => answer(id, creation(id, 0)),
    open: async ({ id }: Creation) => answer('open', { blob: new Blob([id]), facts }),
    async make(order: EditOrder) {
      orders.push(order)
      return answer('make', madeMedia)
    },
    async notify(result: Result<MadeItem>, { id }: Creation) {
      reports.push(result.ok ? `${id} of ${result.value.originId}` : result.error.code)
    },
  }
  return {
    finishedIds,
    triedIds,
    orders,
    names,
    reports,
    music,
    failures,
    finish: (video: UnfinishedVideo = EXTENDED_VIDEO) => finishVideos([video], deps),
  }
}

it.each(['H3009', 'H3013'] as const)('a video is finished later when the caller is refused with %s', async (code) => {
  const { finish, failures, reports, finishedIds, orders } = createDevice()
  failures.set('second', { code, retry: 'never' })
  expect(await finish()).toBe(false)
  expect([...finishedIds, ...reports]).toEqual([])
  failures.clear()
  expect(await finish()).toBe(true)
  expect(orders).toHaveLength(1)
})

it('an extension is joined to the video before it, once, and a message says so', async () => {
  const { finish, orders, names, reports } = createDevice()
  expect(await finish()).toBe(true)
  expect(await Promise.all((orders[0]?.clips ?? []).map((clip) => clip.text()))).toEqual(['first', 'second'])
  expect(names).toEqual([expect.stringMatching(/-extended\.mp4$/)])
  expect(await finish()).toBe(true)
  expect(orders).toHaveLength(1)
  expect(reports).toEqual(['second of second'])
})

it('own music is added to the whole video, with the volume that was chosen', async () => {
  const { finish, orders, names, music } = createDevice()
  const video = { taskId: 'second', extendedId: null, music: MUSIC }
  expect(await finish(video)).toBe(true)
  const fades = { fadeInS: MUSIC_FADE_S, fadeOutS: MUSIC_FADE_S }
  expect(orders).toEqual([
    expect.objectContaining({
      trim: { from: 0, to: 144 },
      sound: { kind: 'music', file: music.get('song'), volume: 0.5, ...fades },
    }),
  ])
  expect(orders[0]?.clips).toHaveLength(1)
  expect(names).toEqual([expect.stringMatching(/-music\.mp4$/)])
})

it('a missing music file shows a message, and nothing is made without it', async () => {
  const { finish, orders, reports, music } = createDevice()
  music.clear()
  expect(await finish({ ...EXTENDED_VIDEO, music: MUSIC })).toBe(true)
  expect([orders, reports]).toEqual([[], ['media_music_gone']])
})

it('the shared frame of two parts is in the result once', () => {
  const part = { blob: new Blob(), facts }
  const wholeOrder = { crop: { x: 0, y: 0, width: 1280, height: 720 }, loop: 'none', sound: { kind: 'own' }, format: 'mp4' }
  expect(finishOrder([part, part], { kind: 'own' })).toMatchObject({ ...wholeOrder, trim: { from: 0, to: 143 } })
  expect(finishOrder([part], { kind: 'own' })).toMatchObject({ ...wholeOrder, trim: { from: 0, to: 144 } })
})

it('without a connection it is retried, and done then', async () => {
  const { finish, failures, reports, triedIds } = createDevice()
  for (const step of ['second', 'first', 'open']) {
    failures.set(step, MEDIA_MISSING)
    expect(await finish()).toBe(false)
    failures.clear()
  }
  expect([reports, triedIds]).toEqual([[], []])
  expect(await finish()).toBe(true)
  expect([reports, triedIds]).toEqual([['second of second'], ['second']])
})

it('without the video no message shows; without the one before it, one does', async () => {
  const { finish, failures, finishedIds, reports } = createDevice()
  failures.set('second', NOT_FOUND)
  expect(await finish()).toBe(true)
  expect([[...finishedIds], reports]).toEqual([['second'], []])
  const otherDevice = createDevice()
  otherDevice.failures.set('first', NOT_FOUND)
  expect(await otherDevice.finish()).toBe(true)
  expect(otherDevice.reports).toEqual(['H4001'])
})

it.each(['make', 'keep'] as const)('a failure to %s shows once, and is not retried automatically', async (step) => {
  const { finish, failures, orders, reports } = createDevice()
  failures.set(step, { code: 'storage_full', retry: 'now' })
  expect(await finish()).toBe(true)
  expect(await finish()).toBe(true)
  expect(orders).toHaveLength(1)
  expect(reports).toEqual(['storage_full'])
})

it('while the storage does not answer whether a video is finished, it is retried, and done then', async () => {
  const { finish, failures, orders, reports } = createDevice()
  failures.set('unfinished', STORAGE_SLOW)
  expect(await finish()).toBe(false)
  expect([orders, reports]).toEqual([[], []])
  failures.clear()
  expect(await finish()).toBe(true)
  expect(reports).toEqual(['second of second'])
})

it('a made video that the device is too slow to store is stored again after a pause, and not made again', async () => {
  vi.useFakeTimers()
  const { finish, failures, orders, names, reports, triedIds } = createDevice()
  failures.set('keep', STORAGE_SLOW)
  const finishing = finish()
  await vi.advanceTimersByTimeAsync(0)
  failures.clear()
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  expect(await finishing).toBe(true)
  expect([orders.length, triedIds.length, names.length]).toEqual([1, 1, 2])
  expect(reports).toEqual(['second of second'])
})

it('a made video that the device stays too slow to store is reported after the last try', async () => {
  vi.useFakeTimers()
  const { finish, failures, orders, names, reports } = createDevice()
  failures.set('keep', STORAGE_SLOW)
  const finishing = finish()
  await vi.advanceTimersByTimeAsync(MAX_FINISH_TRIES * SLOW_STORAGE_RETRY_MS)
  expect(await finishing).toBe(true)
  expect([orders.length, names.length]).toEqual([1, MAX_FINISH_TRIES])
  expect(reports).toEqual(['storage_slow'])
})

it('changes of the hub without an ordered video request no lock, and so read no store', async () => {
  const requestLock = vi.fn(async () => false)
  vi.stubGlobal('navigator', { locks: { request: requestLock } })
  const stop = followUnfinished()
  for (let points = 1; points <= 40; points += 1) {
    Object.assign(hubState, { work: work({ finished: [finishedTask()] }), credits: { points, held: 0 } })
    await Promise.resolve()
  }
  expect(requestLock).not.toHaveBeenCalled()
  hubState.work = work({ finished: [finishedTask({ settings: { ...settings, ownMusic: MUSIC } })] })
  await vi.waitFor(() => expect(requestLock).toHaveBeenCalledTimes(1))
  stop()
})
