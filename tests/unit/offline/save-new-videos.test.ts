import { expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { type AppError, fail, ok } from '#shared/result.ts'
import { saveNewVideos } from '#src/offline/offline-actions.ts'

const READY_TASKS = [
  { id: 'a', finishedAtMs: 1 },
  { id: 'b', finishedAtMs: 2 },
]
const HUB_UNREACHABLE: AppError = { code: 'hub_unreachable', retry: 'later' }
const NOT_FOUND: AppError = { code: 'H4001', retry: 'never' }
const LOGGED_OUT: AppError = { code: 'H3009', retry: 'never' }
const savedResult = ok({ video: {} as never, evicted: [] })

function setUp(answers: Readonly<Record<string, AppError | null>>, saveErrors: Readonly<Record<string, AppError>> = {}) {
  const seenIds: string[] = []
  const notify = vi.fn(async () => undefined)
  const save = vi.fn(async ({ id }: Creation) => {
    const error = saveErrors[id]
    return error === undefined ? savedResult : fail(error)
  })
  const deps = {
    offlineVideos: { listUnseen: async () => READY_TASKS.map(({ id }) => id), noteSeen: async (id: string) => void seenIds.push(id), save },
    query: async (id: string) => {
      const error = answers[id] ?? null
      return error === null ? ok({ id } as Creation) : fail(error)
    },
    notify,
  }
  return { deps, seenIds, notify, save }
}

test('each is stored and verified', async () => {
  const { deps, seenIds, notify } = setUp({})
  expect(await saveNewVideos(READY_TASKS, deps)).toBe(true)
  expect([seenIds, notify.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('a failed request or download is retried, and delays no other', async () => {
  for (const { deps, seenIds, notify } of [setUp({ a: HUB_UNREACHABLE }), setUp({ a: LOGGED_OUT }), setUp({}, { a: HUB_UNREACHABLE })]) {
    expect(await saveNewVideos(READY_TASKS, deps)).toBe(false)
    expect([seenIds, notify.mock.calls.length]).toEqual([['b'], 1])
  }
})

test('a deleted video is not requested again, and a full device is reported once', async () => {
  const deletedVideo = setUp({ a: NOT_FOUND })
  expect(await saveNewVideos(READY_TASKS, deletedVideo.deps)).toBe(true)
  expect([deletedVideo.seenIds, deletedVideo.notify.mock.calls.length, deletedVideo.save.mock.calls.length]).toEqual([['a', 'b'], 1, 1])
  const fullDevice = setUp({}, { a: { code: 'storage_full', retry: 'never' } })
  expect(await saveNewVideos(READY_TASKS, fullDevice.deps)).toBe(true)
  expect([fullDevice.seenIds, fullDevice.notify.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('while the storage does not answer which videos are new, the work is retried', async () => {
  const { deps, save } = setUp({})
  const throwTimeout = async () => {
    throw new DOMException('slow', 'TimeoutError')
  }
  expect(await saveNewVideos(READY_TASKS, { ...deps, offlineVideos: { ...deps.offlineVideos, listUnseen: throwTimeout } })).toBe(false)
  expect(save).not.toHaveBeenCalled()
})
