import { afterEach, expect, test, vi } from 'vitest'
import { createHistoryList, HISTORY_PAGE_SIZE } from '#src/creations/history-list.ts'
import { READY_QUERY } from '#src/creations/history-query.ts'
import { ListEnd } from '#src/creations/history/history-notes.tsx'
import { ok } from '#shared/result.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { onPage, shown } from './on-page.ts'

const VIDEOS = 25
const FAR_PX = 20_000

setTexts()
afterEach(() => {
  vi.unstubAllGlobals()
  onPage('')
  scrollTo(0, 0)
})

/** Shows the first of two pages of a list. The list's end is far below the window. */
async function openList() {
  const videos = Array.from({ length: VIDEOS }, (_, index) => creation(`v${index}`, VIDEOS - index))
  const list = createHistoryList({
    query: READY_QUERY,
    call: async ({ curPage, pageSize }) => ok({ data: videos.slice((curPage - 1) * pageSize, curPage * pageSize), totalSize: VIDEOS }),
    nowMs: () => 0,
    readStored: async () => undefined,
    store: async () => undefined,
    countOnServer: ({ length }) => length,
  })
  await list.load()
  shown(
    <>
      <div style={{ blockSize: FAR_PX }} />
      <ListEnd list={list} />
    </>,
  )
  return list
}

test('the end of a list that comes near requests the next page', async () => {
  const list = await openList()
  expect(list.state.creations).toHaveLength(HISTORY_PAGE_SIZE)
  scrollTo({ top: FAR_PX, behavior: 'instant' })
  await vi.waitFor(() => expect(list.state.creations).toHaveLength(VIDEOS))
})

test('it is requested, too, where a busy page gets the events of far and near at once', async () => {
  const pending: IntersectionObserverEntry[] = []
  class Busy extends IntersectionObserver {
    constructor(onIntersect: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, self) => {
        pending.push(...entries)
        if (pending.length > 1) onIntersect(pending.splice(0), self)
      }, options)
    }
  }
  vi.stubGlobal('IntersectionObserver', Busy)
  const list = await openList()
  await vi.waitFor(() => expect(pending.map(({ isIntersecting }) => isIntersecting)).toEqual([false]))
  scrollTo({ top: FAR_PX, behavior: 'instant' })
  await vi.waitFor(() => expect(list.state.creations).toHaveLength(VIDEOS))
})
