import { expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { type AppError, fail, ok } from '#shared/result.ts'
import { saveNewVideos } from '#src/offline/offline-actions.ts'

const READY = [
  { id: 'a', finishedAtMs: 1 },
  { id: 'b', finishedAtMs: 2 },
]
const AWAY: AppError = { code: 'hub_unreachable', retry: 'later' }
const GONE: AppError = { code: 'H4001', retry: 'never' }
const NOT_IN: AppError = { code: 'H3009', retry: 'never' }
const saved = ok({ video: {} as never, evicted: [] })

function setUp(answers: Readonly<Record<string, AppError | null>>, saveErrors: Readonly<Record<string, AppError>> = {}) {
  const seen: string[] = []
  const notify = vi.fn(async () => undefined)
  const save = vi.fn(async ({ id }: Creation) => {
    const error = saveErrors[id]
    return error === undefined ? saved : fail(error)
  })
  const deps = {
    offlineVideos: { listUnseen: async () => READY.map(({ id }) => id), noteSeen: async (id: string) => void seen.push(id), save },
    query: async (id: string) => {
      const error = answers[id] ?? null
      return error === null ? ok({ id } as Creation) : fail(error)
    },
    notify,
  }
  return { deps, seen, notify, save }
}

test('each is stored and verified', async () => {
  const { deps, seen, notify } = setUp({})
  expect(await saveNewVideos(READY, deps)).toBe(true)
  expect([seen, notify.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('a failed request or download is retried, and delays no other', async () => {
  for (const { deps, seen, notify } of [setUp({ a: AWAY }), setUp({ a: NOT_IN }), setUp({}, { a: AWAY })]) {
    expect(await saveNewVideos(READY, deps)).toBe(false)
    expect([seen, notify.mock.calls.length]).toEqual([['b'], 1])
  }
})

test('a deleted video is not requested again, and a full device is reported once', async () => {
  const gone = setUp({ a: GONE })
  expect(await saveNewVideos(READY, gone.deps)).toBe(true)
  expect([gone.seen, gone.notify.mock.calls.length, gone.save.mock.calls.length]).toEqual([['a', 'b'], 1, 1])
  const full = setUp({}, { a: { code: 'storage_full', retry: 'never' } })
  expect(await saveNewVideos(READY, full.deps)).toBe(true)
  expect([full.seen, full.notify.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('while the storage does not answer which videos are new, the work is retried', async () => {
  const { deps, save } = setUp({})
  const unseen = async () => {
    throw new DOMException('slow', 'TimeoutError')
  }
  expect(await saveNewVideos(READY, { ...deps, offlineVideos: { ...deps.offlineVideos, listUnseen: unseen } })).toBe(false)
  expect(save).not.toHaveBeenCalled()
})
