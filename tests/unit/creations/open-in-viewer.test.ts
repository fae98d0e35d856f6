import { expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { HistoryList } from '#src/creations/history-list.ts'
import type { ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { openInViewer } from '#src/creations/history/use-actions.ts'
import { creation } from '../../fixtures/page/builders.ts'

const open = vi.fn<(opening: ViewerOpening) => void>()

const creationWith = (id: string, videoUrl: string | null = `/media/${id}.mp4`) => ({ ...creation(id, 1), videoUrl })
const idsOf = (items: ViewerOpening['items'] | null | undefined) =>
  items?.map((item) => (item.kind === 'media' ? item.creation.id : item.template.id))

/** A list of creations whose pages load one after the other. */
function listOf(...pages: readonly (readonly Creation[])[]) {
  const state = { creations: [...(pages[0] ?? [])], hasMore: pages.length > 1, isLoadingMore: false, problem: null as string | null }
  let loadedPages = 1
  const loadMore = async () => {
    state.creations = [...state.creations, ...(pages[loadedPages] ?? [])]
    loadedPages += 1
    state.hasMore = loadedPages < pages.length
  }
  return { state, loadMore: vi.fn(loadMore) }
}

function openFirstCreation(list: ReturnType<typeof listOf>) {
  const [firstCreation] = list.state.creations
  if (firstCreation === undefined) expect.unreachable()
  openInViewer(firstCreation, list.state.creations, list as unknown as HistoryList, open)
  return open.mock.lastCall?.[0] ?? expect.unreachable()
}

test('a page without a playable creation is not the end of the list', async () => {
  const opening = openFirstCreation(
    listOf([creationWith('a'), creationWith('failed', null)], [creationWith('b', null)], [creationWith('c')]),
  )
  expect(idsOf(opening.items)).toEqual(['a'])
  expect(idsOf(await opening.loadMore?.(1))).toEqual(['c'])
  expect(idsOf(await opening.loadMore?.(2))).toEqual([])
})

test('a page that another part of the screen is loading is requested again later, and so is a failed one', async () => {
  const list = listOf([creationWith('a')], [creationWith('b')])
  const opening = openFirstCreation(list)
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
