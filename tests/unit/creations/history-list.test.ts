import { describe, expect, test, vi } from 'vitest'
import type { Creation, History } from '#shared/api/generation.ts'
import { type StoredCreations, createHistoryList, HISTORY_PAGE_SIZE } from '#src/creations/history-list.ts'
import { ALL_QUERY, READY_QUERY } from '#src/creations/history-query.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { creation } from '../../fixtures/page/builders.ts'

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** A server with `count` numbered creations, the newest first, and a device that may have stored a list. */
function createWorld(count: number, storedCreations?: StoredCreations) {
  let serverCreations = Array.from({ length: count }, (_, index) => creation(`c${count - index}`, count - index))
  const removedIds = new Set<string>()
  const call = vi.fn(async ({ curPage, pageSize }: { curPage: number; pageSize: number }): Promise<Result<History>> => {
    const presentCreations = serverCreations.filter(({ id }) => !removedIds.has(id))
    return ok({ data: presentCreations.slice((curPage - 1) * pageSize, curPage * pageSize), totalSize: presentCreations.length })
  })
  const store = vi.fn(async () => undefined)
  const list = createHistoryList({
    query: READY_QUERY,
    call,
    nowMs: () => 0,
    readStored: async () => storedCreations,
    store,
    countOnServer: (creations) => creations.filter(({ id }) => !removedIds.has(id)).length,
  })
  return {
    list,
    call,
    store,
    removedIds,
    add: (newCreation: Creation) => {
      serverCreations = [newCreation, ...serverCreations]
    },
  }
}

describe('a list of the history', () => {
  test('loads its pages without a gap and without a repetition, and knows its end', async () => {
    const { list, call } = createWorld(45)
    await list.load()
    expect([list.state.creations.length, list.state.hasMore]).toEqual([HISTORY_PAGE_SIZE, true])
    await list.loadMore()
    await list.loadMore()
    expect(ids(list.state.creations)).toEqual(Array.from({ length: 45 }, (_, index) => `c${45 - index}`))
    expect(list.state.hasMore).toBe(false)
    await list.loadMore()
    expect(call).toHaveBeenCalledTimes(3)
  })

  test('misses nothing after a removal of creations, though the server’s pages have moved up', async () => {
    const { list, removedIds } = createWorld(25)
    await list.load()
    for (const id of ['c25', 'c20', 'c10']) removedIds.add(id)
    while (list.state.hasMore) await list.loadMore()
    expect(ids(list.state.creations)).toEqual(Array.from({ length: 25 }, (_, index) => `c${25 - index}`))
  })

  test('requests on when a page has nothing new, and stops at the end', async () => {
    const { list, call, add } = createWorld(30)
    await list.load()
    for (let index = 0; index < HISTORY_PAGE_SIZE; index += 1) add(creation(`n${index}`, 100 + index))
    await list.loadMore()
    await list.loadMore()
    expect(list.state.creations).toHaveLength(30)
    expect(list.state.hasMore).toBe(false)
    expect(call.mock.calls.map(([{ curPage }]) => curPage)).toEqual([1, 2, 3])
  })

  test('shows the stored rows before the server answers, and retains them when the server can’t be reached', async () => {
    const { list, call, store } = createWorld(3, { creations: [creation('kept', 1)], totalSize: 1 })
    call.mockResolvedValueOnce(fail({ code: '40001', retry: 'now' }))
    await list.load()
    expect(list.state).toMatchObject({ status: 'stored', problem: '40001' })
    expect(ids(list.state.creations)).toEqual(['kept'])
    expect(store).not.toHaveBeenCalled()
    await list.load()
    expect(list.state).toMatchObject({ status: 'ready', problem: null })
    expect(ids(list.state.creations)).toEqual(['c3', 'c2', 'c1'])
  })

  test('a failed page shows a message and leaves the shown rows', async () => {
    const { list, call } = createWorld(30)
    await list.load()
    call.mockResolvedValueOnce(fail({ code: '40001', retry: 'now' }))
    await list.loadMore()
    expect(list.state).toMatchObject({ problem: '40001', isLoadingMore: false, hasMore: true })
    await list.loadMore()
    expect(list.state.creations).toHaveLength(30)
  })

  test('is requested once more when a creation was restored during an older answer', async () => {
    const { list, call, removedIds } = createWorld(2)
    removedIds.add('c1')
    let answer = (_: Result<History>): void => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const oldLoad = list.load()
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    removedIds.delete('c1')
    const reloads = Promise.all([list.reload(), list.reload()])
    answer(ok({ data: [creation('c2', 2)], totalSize: 1 }))
    await oldLoad
    await reloads
    expect(call).toHaveBeenCalledTimes(2)
    expect(ids(list.state.creations)).toEqual(['c2', 'c1'])
  })

  test('retains a single reported creation while an answer without it is on its way', async () => {
    const { list, call } = createWorld(2)
    let answer = (_: Result<History>): void => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const loading = list.load()
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    await list.put(creation('c3', 3))
    await list.put(creation('c3', 3))
    answer(ok({ data: [creation('c2', 2), creation('c1', 1)], totalSize: 2 }))
    await loading
    expect(ids(list.state.creations)).toEqual(['c3', 'c2', 'c1'])
    expect([list.state.totalSize, list.state.hasMore]).toEqual([3, false])
  })

  test('an answer from before a change of the account is not shown after it', async () => {
    const { list, call, store } = createWorld(2)
    let answer = (_: Result<History>): void => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const oldLoad = list.load()
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    list.forget()
    answer(ok({ data: [creation('of ada', 1)], totalSize: 1 }))
    await oldLoad
    expect(list.state).toMatchObject({ creations: [], status: 'loading' })
    expect(store).not.toHaveBeenCalled()
  })

  test('adds a single reported creation, once, and only if it belongs here', async () => {
    const { list } = createWorld(2)
    await list.load()
    await list.put(creation('c9', 9))
    await list.put(creation('c9', 9))
    await list.put({ ...creation('c8', 8), status: 'FAILED' })
    expect(ids(list.state.creations)).toEqual(['c9', 'c2', 'c1'])
    expect(list.state.totalSize).toBe(3)
  })

  test('the variations of a batch are in the order of the server', async () => {
    const batch = [creation('z', 5, 'batch'), creation('a', 5, 'batch'), creation('m', 5, 'batch')]
    const list = createHistoryList({
      query: ALL_QUERY,
      call: async () => ok({ data: batch, totalSize: 3 }),
      nowMs: () => 0,
      readStored: async () => undefined,
      store: async () => undefined,
      countOnServer: (creations) => creations.length,
    })
    await list.put(creation('m', 5, 'batch'))
    await list.load()
    expect(ids(list.state.creations)).toEqual(['z', 'a', 'm'])
  })
})
