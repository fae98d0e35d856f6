import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { type PagedState, createPagedList, emptyPagedState } from '#src/billing/paged-list.ts'
import { proxy, snapshot } from '#src/store/state.ts'

interface Row {
  readonly id: string
}
interface Asked {
  readonly start: string | undefined
  readonly limit: number
}
type Page = Result<{ data: Row[]; hasNext: boolean }>

const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const page = (hasNext: boolean, ...ids: string[]): Page => ok({ data: rows(...ids), hasNext })
const refused = (code: AppErrorCode): Page => fail({ code, retry: 'later' })

function world({ storedRows, isOnline = true }: { storedRows?: Row[]; isOnline?: boolean } = {}) {
  const state: PagedState<Row> = proxy(emptyPagedState<Row>())
  const asked: Asked[] = []
  const waiting: ((answer: Page) => void)[] = []
  const stored: { items: readonly Row[]; hasNext: boolean; storedAtMs: number }[] = storedRows
    ? [{ items: storedRows, hasNext: true, storedAtMs: 5 }]
    : []
  const network = { isOnline }
  let keeping = Promise.resolve()
  const list = createPagedList<Row>({
    state,
    load: (start, limit) => {
      asked.push({ start, limit })
      return new Promise((resolve) => waiting.push(resolve))
    },
    readStored: async () => stored.at(-1),
    async store(next) {
      await keeping
      stored.push(structuredClone(next))
    },
    isOnline: () => network.isOnline,
    nowMs: () => 9,
    pageSize: 2,
    maxPageSize: 3,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (next: Page) => {
    waiting.shift()?.(next)
    await settle()
  }
  const holdKeeping = () => {
    let releaseHold = (): void => undefined
    keeping = new Promise((resolve) => (releaseHold = resolve))
    return () => releaseHold()
  }
  return { state, list, asked, stored, answer, settle, network, holdKeeping, ids: () => snapshot(state).items.map(({ id }) => id) }
}

it('loads the first page, then more behind the last id, until there is no more', async () => {
  const { state, list, asked, answer, ids, settle } = world()
  void list.load()
  await settle()
  expect(state).toMatchObject({ status: 'waiting', loading: 'first' })
  await answer(page(true, 'd', 'c'))
  void list.more()
  expect(state.loading).toBe('more')
  await answer(page(false, 'b', 'a'))
  expect(ids()).toEqual(['d', 'c', 'b', 'a'])
  await list.more()
  expect(asked).toEqual([
    { start: undefined, limit: 2 },
    { start: 'c', limit: 2 },
  ])
  expect(state).toMatchObject({ status: 'ready', loading: null, hasNext: false, answeredAtMs: 9 })
})

it('has one load at a time, and runs requests from meanwhile once', async () => {
  const { list, asked, answer, settle } = world()
  void list.load()
  void list.load()
  void list.load()
  void list.more()
  await settle()
  expect(asked).toHaveLength(1)
  await answer(page(true, 'b', 'a'))
  expect(asked).toHaveLength(2)
  await answer(page(true, 'b', 'a'))
  void list.more()
  void list.load()
  expect(asked.map(({ start }) => start)).toEqual([undefined, undefined, 'a'])
  await answer(page(false))
  expect(asked.map(({ start }) => start)).toEqual([undefined, undefined, 'a', undefined])
})

it('accepts a press for more while the shown rows are still being stored', async () => {
  const { list, asked, answer, holdKeeping } = world()
  const releaseHold = holdKeeping()
  void list.load()
  await answer(page(true, 'b', 'a'))
  const more = list.more()
  expect(asked).toHaveLength(1)
  releaseHold()
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked.map(({ start }) => start)).toEqual([undefined, 'a'])
  await answer(page(false))
  await more
})

it('retains its length when it is read anew, as far as a page reaches', async () => {
  const { list, asked, answer } = world()
  void list.load()
  await answer(page(true, 'e', 'd'))
  void list.more()
  await answer(page(true, 'c', 'b'))
  void list.load()
  expect(asked.at(-1)).toEqual({ start: undefined, limit: 3 })
})

it('is emptied by a failure online, and returns by another try', async () => {
  const { state, list, answer, ids } = world({ storedRows: rows('old') })
  void list.load()
  await answer(page(false, 'a'))
  void list.load()
  await answer(refused('H5000'))
  expect(ids()).toEqual([])
  expect(state).toMatchObject({ status: 'failed', problem: 'H5000', loading: null })
  void list.load()
  await answer(page(false, 'a'))
  expect(state).toMatchObject({ status: 'ready', problem: null })
})

it('shows the device’s rows while it is offline, marked with their time, and requests no further page', async () => {
  const { state, list, answer, ids, settle, asked } = world({ storedRows: rows('b', 'a'), isOnline: false })
  void list.load()
  await settle()
  expect(ids()).toEqual(['b', 'a'])
  expect(state).toMatchObject({ status: 'stored', answeredAtMs: 5 })
  await answer(refused('40001'))
  expect(state).toMatchObject({ status: 'stored', problem: null, loading: null })
  await list.more()
  expect(asked).toHaveLength(1)
})

it('retains the shown rows when the connection is lost while it is read anew', async () => {
  const { state, list, answer, ids, network } = world()
  void list.load()
  await answer(page(false, 'a'))
  network.isOnline = false
  void list.load()
  await answer(refused('40001'))
  expect(ids()).toEqual(['a'])
  expect(state).toMatchObject({ status: 'stored', answeredAtMs: 9 })
})

it('shows failed, not empty, when it is offline and has no rows', async () => {
  const { state, list, answer } = world({ isOnline: false })
  void list.load()
  await new Promise((resolve) => setImmediate(resolve))
  await answer(refused('40001'))
  expect(state).toMatchObject({ status: 'failed', problem: '40001' })
})

it('leaves the rows when a further page fails, and retries that page', async () => {
  const { state, list, answer, ids, asked } = world()
  void list.load()
  await answer(page(true, 'b', 'a'))
  void list.more()
  await answer(refused('40001'))
  expect(ids()).toEqual(['b', 'a'])
  expect(state).toMatchObject({ status: 'ready', problem: '40001', hasNext: true })
  void list.more()
  expect(asked.at(-1)?.start).toBe('a')
  expect(state.problem).toBeNull()
})

it('stores the shown rows, and marks a further page where it stores fewer', async () => {
  const { list, answer, stored } = world()
  void list.load()
  await answer(page(true, 'd', 'c'))
  void list.more()
  await answer(page(false, 'b', 'a'))
  expect(stored.at(-1)).toEqual({ items: rows('d', 'c', 'b'), hasNext: true, storedAtMs: 9 })
})

it('ignores answers to requests from before it was emptied', async () => {
  const { state, list, answer, ids, stored } = world()
  void list.load()
  list.forget()
  void list.load()
  await answer(page(false, 'of-before'))
  expect(ids()).toEqual([])
  expect(stored).toEqual([])
  await answer(page(false, 'mine'))
  expect(ids()).toEqual(['mine'])
  expect(state.loading).toBeNull()
})
