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
const kept = ok({ video: {} as never, evicted: [] })

function keeper(answers: Readonly<Record<string, AppError | null>>, keeps: Readonly<Record<string, AppError>> = {}) {
  const seen: string[] = []
  const tell = vi.fn(async () => undefined)
  const keep = vi.fn(async ({ id }: Creation) => {
    const error = keeps[id]
    return error === undefined ? kept : fail(error)
  })
  const deps = {
    offlineVideos: { unseen: async () => READY.map(({ id }) => id), noteSeen: async (id: string) => void seen.push(id), keep },
    query: async (id: string) => {
      const error = answers[id] ?? null
      return error === null ? ok({ id } as Creation) : fail(error)
    },
    tell,
  }
  return { deps, seen, tell, keep }
}

test('each is stored and verified', async () => {
  const { deps, seen, tell } = keeper({})
  expect(await saveNewVideos(READY, deps)).toBe(true)
  expect([seen, tell.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('a failed request or download is retried, and delays no other', async () => {
  for (const { deps, seen, tell } of [keeper({ a: AWAY }), keeper({ a: NOT_IN }), keeper({}, { a: AWAY })]) {
    expect(await saveNewVideos(READY, deps)).toBe(false)
    expect([seen, tell.mock.calls.length]).toEqual([['b'], 1])
  }
})

test('a deleted video is not requested again, and a full device is reported once', async () => {
  const gone = keeper({ a: GONE })
  expect(await saveNewVideos(READY, gone.deps)).toBe(true)
  expect([gone.seen, gone.tell.mock.calls.length, gone.keep.mock.calls.length]).toEqual([['a', 'b'], 1, 1])
  const full = keeper({}, { a: { code: 'storage_full', retry: 'never' } })
  expect(await saveNewVideos(READY, full.deps)).toBe(true)
  expect([full.seen, full.tell.mock.calls.length]).toEqual([['a', 'b'], 2])
})

test('while the storage does not answer which videos are new, the work is retried', async () => {
  const { deps, keep } = keeper({})
  const unseen = async () => {
    throw new DOMException('slow', 'TimeoutError')
  }
  expect(await saveNewVideos(READY, { ...deps, offlineVideos: { ...deps.offlineVideos, unseen } })).toBe(false)
  expect(keep).not.toHaveBeenCalled()
})
