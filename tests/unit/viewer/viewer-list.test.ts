import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { LOAD_MORE_AT_REMAINING } from '#shared/domain/gallery-rules.ts'
import { createViewerCursor, surroundItem, without } from '#src/viewer/viewer-cursor.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const item = (id: number): ViewerItem => ({ kind: 'effect', template: template(`item-${id}`) })
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => item(from + index))
const idOf = (viewerItem: ViewerItem | undefined) => (viewerItem === undefined || viewerItem.kind === 'media' ? '' : viewerItem.template.id)
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

function openCursor(items: readonly ViewerItem[], index: number, loadMore?: (knownCount: number) => Promise<readonly ViewerItem[] | null>) {
  const cursor = createViewerCursor({ items, index, ...(loadMore && { loadMore }) })
  cursor.subscribe(() => undefined)
  return { cursor, shownId: () => idOf(cursor.state().items[cursor.state().index]) }
}

test('forty next steps through pages of twenty show forty-one items, each once, none left out', async () => {
  const { cursor, shownId } = openCursor(range(0, 20), 0, async (knownCount) => {
    const page = Math.floor(knownCount / 20)
    return range(page * 20, Math.min(60, page * 20 + 20))
  })
  const seenIds = [shownId()]
  for (let step = 0; step < 40; step += 1) {
    cursor.step(1)
    await settle()
    seenIds.push(shownId())
  }
  expect(seenIds).toEqual(range(0, 41).map(idOf))
})

test('for any pages and any new items in front meanwhile, nothing shows twice and nothing is left out', async () => {
  const pages = fc.record({
    total: fc.integer({ min: 1, max: 60 }),
    pageSize: fc.integer({ min: 1, max: 12 }),
    arrivals: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(pages, async ({ total, pageSize, arrivals }) => {
      const remainingArrivals = [...arrivals]
      let newestId = 0
      const server = () => range(newestId, total)
      const firstPage = server().slice(0, pageSize)
      const { cursor, shownId } = openCursor(firstPage, 0, async (knownCount) => {
        newestId -= remainingArrivals.shift() ?? 0
        const from = Math.floor(knownCount / pageSize) * pageSize
        return server().slice(from, from + pageSize)
      })
      await settle()
      const seenIds = [shownId()]
      while (cursor.state().index < cursor.state().items.length - 1) {
        cursor.step(1)
        await settle()
        seenIds.push(shownId())
      }
      expect(new Set(seenIds).size).toBe(seenIds.length)
      expect(seenIds.filter((id) => !id.startsWith('item--'))).toEqual(range(0, total).map(idOf))
    }),
  )
})

test('more is requested when three are left, not before', async () => {
  const loadMore = vi.fn(async () => range(10, 12))
  const { cursor } = openCursor(range(0, 10), 0, loadMore)
  for (let step = 0; step < 9 - LOAD_MORE_AT_REMAINING - 1; step += 1) cursor.step(1)
  expect(loadMore).not.toHaveBeenCalled()
  cursor.step(1)
  expect(loadMore).toHaveBeenCalledExactlyOnceWith(10)
})

test('parallel loads are one, a failed one is retried with the next step, and an empty page is the end', async () => {
  const loadMore = vi.fn<() => Promise<readonly ViewerItem[] | null>>(async () => [])
  loadMore.mockResolvedValueOnce(null).mockResolvedValueOnce(range(3, 5))
  const { cursor } = openCursor(range(0, 3), 0, loadMore)
  cursor.step(1)
  cursor.step(1)
  expect(loadMore).toHaveBeenCalledTimes(1)
  await settle()
  expect(cursor.state()).toMatchObject({ index: 2, hasMore: true, isLoading: false })
  cursor.step(1)
  await settle()
  expect(cursor.state().items).toHaveLength(5)
  cursor.step(1)
  await settle()
  cursor.step(1)
  await settle()
  expect([loadMore.mock.calls.length, cursor.state().hasMore]).toEqual([3, false])
})

test('a deleted item is replaced by the next, at the end by the one before, and by nothing when none is left', () => {
  const list = { items: range(0, 4), index: 2 }
  const hasOneOf =
    (...ids: number[]) =>
    (viewerItem: ViewerItem) =>
      ids.some((id) => idOf(viewerItem) === `item-${id}`)
  const shownIdOf = (remainingList: ReturnType<typeof without>) => remainingList && idOf(remainingList.items[remainingList.index])
  expect(shownIdOf(without(list, hasOneOf(2)))).toBe('item-3')
  expect(shownIdOf(without(list, hasOneOf(0, 2)))).toBe('item-3')
  expect(shownIdOf(without(list, hasOneOf(2, 3)))).toBe('item-1')
  expect(without(list, hasOneOf(0, 1, 2, 3))).toBeNull()
  expect(without(list, hasOneOf(9))).toBe(list)
})

test('a list set around an item leaves it at its index, and in front when it is not in it', () => {
  expect(surroundItem({ items: [item(2)], index: 0 }, range(0, 4)).index).toBe(2)
  expect(surroundItem({ items: [item(9)], index: 0 }, range(0, 2)).items.map(idOf)).toEqual(['item-9', 'item-0', 'item-1'])
})

test('an item that has changed meanwhile is shown in its present state, at its index; one that is not in the list changes nothing', () => {
  const { cursor } = openCursor(range(0, 3), 1)
  const changedItem: ViewerItem = { kind: 'effect', template: { ...template('item-1'), movieUrl: '/media/made.mp4' } }
  cursor.renew(changedItem)
  expect(cursor.state()).toMatchObject({ index: 1, items: [item(0), changedItem, item(2)] })
  cursor.renew(item(9))
  expect(cursor.state().items.map(idOf)).toEqual(range(0, 3).map(idOf))
})
