import { expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { HistoryList } from '#src/creations/history-list.ts'
import type { ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { openInViewer } from '#src/creations/history/use-actions.ts'
import { creation } from '../../fixtures/page/builders.ts'

const open = vi.fn<(opening: ViewerOpening) => void>()

const made = (id: string, videoUrl: string | null = `/media/${id}.mp4`) => ({ ...creation(id, 1), videoUrl })
const idsOf = (items: ViewerOpening['items'] | null | undefined) =>
  items?.map((item) => (item.kind === 'media' ? item.creation.id : item.template.id))

/** A list of creations whose pages load one after the other. */
function listOf(...pages: readonly (readonly Creation[])[]) {
  const state = { creations: [...(pages[0] ?? [])], hasMore: pages.length > 1, isLoadingMore: false, problem: null as string | null }
  let shown = 1
  const more = async () => {
    state.creations = [...state.creations, ...(pages[shown] ?? [])]
    shown += 1
    state.hasMore = shown < pages.length
  }
  return { state, loadMore: vi.fn(more) }
}

function opened(list: ReturnType<typeof listOf>) {
  const [first] = list.state.creations
  if (first === undefined) expect.unreachable()
  openInViewer(first, list.state.creations, list as unknown as HistoryList, open)
  return open.mock.lastCall?.[0] ?? expect.unreachable()
}

test('a page without a playable creation is not the end of the list', async () => {
  const opening = opened(listOf([made('a'), made('failed', null)], [made('b', null)], [made('c')]))
  expect(idsOf(opening.items)).toEqual(['a'])
  expect(idsOf(await opening.loadMore?.(1))).toEqual(['c'])
  expect(idsOf(await opening.loadMore?.(2))).toEqual([])
})

test('a page that another part of the screen is loading is requested again later, and so is a failed one', async () => {
  const list = listOf([made('a')], [made('b')])
  const opening = opened(list)
  list.state.isLoadingMore = true
  expect(await opening.loadMore?.(1)).toBeNull()
  expect(list.loadMore).not.toHaveBeenCalled()
  list.state.isLoadingMore = false
  list.loadMore.mockImplementationOnce(async () => {
    list.state.problem = '40001'
  })
  expect(await opening.loadMore?.(1)).toBeNull()
  list.state.problem = null
  expect(idsOf(await opening.loadMore?.(1))).toEqual(['b'])
})
