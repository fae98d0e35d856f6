import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { type PagedState, createPagedList, emptyPagedState } from '#src/billing/paged-list.ts'
import { proxy, snapshot } from '#src/store/state.ts'

interface Row {
  readonly id: string
}
interface PageRequest {
  readonly start: string | undefined
  readonly limit: number
}
type Page = Result<{ data: Row[]; hasNext: boolean }>

const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const page = (hasNext: boolean, ...ids: string[]): Page => ok({ data: rows(...ids), hasNext })
const failure = (code: AppErrorCode): Page => fail({ code, retry: 'later' })

function createWorld({ storedRows, isOnline = true }: { storedRows?: Row[]; isOnline?: boolean } = {}) {
  const state: PagedState<Row> = proxy(emptyPagedState<Row>())
  const requests: PageRequest[] = []
  const pendingAnswers: ((answer: Page) => void)[] = []
  const storedPages: { items: readonly Row[]; hasNext: boolean; storedAtMs: number }[] = storedRows
    ? [{ items: storedRows, hasNext: true, storedAtMs: 5 }]
    : []
  const network = { isOnline }
  let storing = Promise.resolve()
  const list = createPagedList<Row>({
    state,
    load: (start, limit) => {
      requests.push({ start, limit })
      return new Promise((resolve) => pendingAnswers.push(resolve))
    },
    readStored: async () => storedPages.at(-1),
    async store(storedList) {
      await storing
      storedPages.push(structuredClone(storedList))
    },
    isOnline: () => network.isOnline,
    nowMs: () => 9,
    pageSize: 2,
    maxPageSize: 3,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (nextPage: Page) => {
    pendingAnswers.shift()?.(nextPage)
    await settle()
  }
  const holdStoring = () => {
    let releaseHold = (): void => undefined
    storing = new Promise((resolve) => (releaseHold = resolve))
    return () => releaseHold()
  }
  return { state, list, requests, storedPages, answer, settle, network, holdStoring, ids: () => snapshot(state).items.map(({ id }) => id) }
}

it('loads the first page, then more behind the last id, until there is no more', async () => {
  const { state, list, requests, answer, ids, settle } = createWorld()
  void list.load()
  await settle()
  expect(state).toMatchObject({ status: 'waiting', loading: 'first' })
  await answer(page(true, 'd', 'c'))
  void list.more()
  expect(state.loading).toBe('more')
  await answer(page(false, 'b', 'a'))
  expect(ids()).toEqual(['d', 'c', 'b', 'a'])
  await list.more()
  expect(requests).toEqual([
    { start: undefined, limit: 2 },
    { start: 'c', limit: 2 },
  ])
  expect(state).toMatchObject({ status: 'ready', loading: null, hasNext: false, answeredAtMs: 9 })
})

it('has one load at a time, and runs requests from meanwhile once', async () => {
  const { list, requests, answer, settle } = createWorld()
  void list.load()
  void list.load()
  void list.load()
  void list.more()
  await settle()
  expect(requests).toHaveLength(1)
  await answer(page(true, 'b', 'a'))
  expect(requests).toHaveLength(2)
  await answer(page(true, 'b', 'a'))
  void list.more()
  void list.load()
  expect(requests.map(({ start }) => start)).toEqual([undefined, undefined, 'a'])
  await answer(page(false))
  expect(requests.map(({ start }) => start)).toEqual([undefined, undefined, 'a', undefined])
})

it('accepts a press for more while the shown rows are still being stored', async () => {
  const { list, requests, answer, holdStoring } = createWorld()
  const releaseHold = holdStoring()
  void list.load()
  await answer(page(true, 'b', 'a'))
  const loadingMore = list.more()
  expect(requests).toHaveLength(1)
  releaseHold()
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests.map(({ start }) => start)).toEqual([undefined, 'a'])
  await answer(page(false))
  await loadingMore
})

it('retains its length when it is read anew, as far as a page reaches', async () => {
  const { list, requests, answer } = createWorld()
  void list.load()
  await answer(page(true, 'e', 'd'))
  void list.more()
  await answer(page(true, 'c', 'b'))
  void list.load()
  expect(requests.at(-1)).toEqual({ start: undefined, limit: 3 })
})

it('is emptied by a failure online, and returns by another try', async () => {
  const { state, list, answer, ids } = createWorld({ storedRows: rows('old') })
  void list.load()
  await answer(page(false, 'a'))
  void list.load()
  await answer(failure('H5000'))
  expect(ids()).toEqual([])
  expect(state).toMatchObject({ status: 'failed', problem: 'H5000', loading: null })
  void list.load()
  await answer(page(false, 'a'))
  expect(state).toMatchObject({ status: 'ready', problem: null })
})

it('shows the device’s rows while it is offline, marked with their time, and requests no further page', async () => {
  const { state, list, answer, ids, settle, requests } = createWorld({ storedRows: rows('b', 'a'), isOnline: false })
  void list.load()
  await settle()
  expect(ids()).toEqual(['b', 'a'])
  expect(state).toMatchObject({ status: 'stored', answeredAtMs: 5 })
  await answer(failure('40001'))
  expect(state).toMatchObject({ status: 'stored', problem: null, loading: null })
  await list.more()
  expect(requests).toHaveLength(1)
})

it('retains the shown rows when the connection is lost while it is read anew', async () => {
  const { state, list, answer, ids, network } = createWorld()
  void list.load()
  await answer(page(false, 'a'))
  network.isOnline = false
  void list.load()
  await answer(failure('40001'))
  expect(ids()).toEqual(['a'])
  expect(state).toMatchObject({ status: 'stored', answeredAtMs: 9 })
})

it('shows failed, not empty, when it is offline and has no rows', async () => {
  const { state, list, answer } = createWorld({ isOnline: false })
  void list.load()
  await new Promise((resolve) => setImmediate(resolve))
  await answer(failure('40001'))
  expect(state).toMatchObject({ status: 'failed', problem: '40001' })
})

it('leaves the rows when a further page fails, and retries that page', async () => {
  const { state, list, answer, ids, requests } = createWorld()
  void list.load()
  await answer(page(true, 'b', 'a'))
  void list.more()
  await answer(failure('40001'))
  expect(ids()).toEqual(['b', 'a'])
  expect(state).toMatchObject({ status: 'ready', problem: '40001', hasNext: true })
  void list.more()
  expect(requests.at(-1)?.start).toBe('a')
  expect(state.problem).toBeNull()
})

it('stores the shown rows, and marks a further page where it stores fewer', async () => {
  const { list, answer, storedPages } = createWorld()
  void list.load()
  await answer(page(true, 'd', 'c'))
  void list.more()
  await answer(page(false, 'b', 'a'))
  expect(storedPages.at(-1)).toEqual({ items: rows('d', 'c', 'b'), hasNext: true, storedAtMs: 9 })
})

it('ignores answers to requests from before it was emptied', async () => {
  const { state, list, answer, ids, storedPages } = createWorld()
  void list.load()
  list.forget()
  void list.load()
  await answer(page(false, 'of-before'))
  expect(ids()).toEqual([])
  expect(storedPages).toEqual([])
  await answer(page(false, 'mine'))
  expect(ids()).toEqual(['mine'])
  expect(state.loading).toBeNull()
})
