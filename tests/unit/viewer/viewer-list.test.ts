import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { LOAD_MORE_AT_REMAINING } from '#shared/domain/gallery-rules.ts'
import { createViewerCursor, surroundItem, without } from '#src/viewer/viewer-cursor.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const item = (id: number): ViewerItem => ({ kind: 'effect', template: template(`item-${id}`) })
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => item(from + at))
const idOf = (shown: ViewerItem | undefined) => (shown === undefined || shown.kind === 'media' ? '' : shown.template.id)
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

function open(items: readonly ViewerItem[], index: number, loadMore?: (known: number) => Promise<readonly ViewerItem[] | null>) {
  const walk = createViewerCursor({ items, index, ...(loadMore && { loadMore }) })
  walk.subscribe(() => undefined)
  return { walk, shown: () => idOf(walk.state().items[walk.state().index]) }
}

test('forty next steps through pages of twenty show forty-one items, each once, none left out', async () => {
  const { walk, shown } = open(range(0, 20), 0, async (known) => {
    const page = Math.floor(known / 20)
    return range(page * 20, Math.min(60, page * 20 + 20))
  })
  const seen = [shown()]
  for (let step = 0; step < 40; step += 1) {
    walk.step(1)
    await settle()
    seen.push(shown())
  }
  expect(seen).toEqual(range(0, 41).map(idOf))
})

test('for any pages and any new items in front meanwhile, nothing shows twice and nothing is left out', async () => {
  const pages = fc.record({
    total: fc.integer({ min: 1, max: 60 }),
    pageSize: fc.integer({ min: 1, max: 12 }),
    arrivals: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(pages, async ({ total, pageSize, arrivals }) => {
      const left = [...arrivals]
      let newest = 0
      const server = () => range(newest, total)
      const first = server().slice(0, pageSize)
      const { walk, shown } = open(first, 0, async (known) => {
        newest -= left.shift() ?? 0
        const from = Math.floor(known / pageSize) * pageSize
        return server().slice(from, from + pageSize)
      })
      await settle()
      const seen = [shown()]
      while (walk.state().index < walk.state().items.length - 1) {
        walk.step(1)
        await settle()
        seen.push(shown())
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => !id.startsWith('item--'))).toEqual(range(0, total).map(idOf))
    }),
  )
})

test('more is requested when three are left, not before', async () => {
  const loadMore = vi.fn(async () => range(10, 12))
  const { walk } = open(range(0, 10), 0, loadMore)
  for (let step = 0; step < 9 - LOAD_MORE_AT_REMAINING - 1; step += 1) walk.step(1)
  expect(loadMore).not.toHaveBeenCalled()
  walk.step(1)
  expect(loadMore).toHaveBeenCalledExactlyOnceWith(10)
})

test('parallel loads are one, a failed one is retried with the next step, and an empty page is the end', async () => {
  const loadMore = vi.fn<() => Promise<readonly ViewerItem[] | null>>(async () => [])
  loadMore.mockResolvedValueOnce(null).mockResolvedValueOnce(range(3, 5))
  const { walk } = open(range(0, 3), 0, loadMore)
  walk.step(1)
  walk.step(1)
  expect(loadMore).toHaveBeenCalledTimes(1)
  await settle()
  expect(walk.state()).toMatchObject({ index: 2, hasMore: true, isLoading: false })
  walk.step(1)
  await settle()
  expect(walk.state().items).toHaveLength(5)
  walk.step(1)
  await settle()
  walk.step(1)
  await settle()
  expect([loadMore.mock.calls.length, walk.state().hasMore]).toEqual([3, false])
})

test('a deleted item is replaced by the next, at the end by the one before, and by nothing when none is left', () => {
  const list = { items: range(0, 4), index: 2 }
  const gone =
    (...ids: number[]) =>
    (shown: ViewerItem) =>
      ids.some((id) => idOf(shown) === `item-${id}`)
  const shownOf = (left: ReturnType<typeof without>) => left && idOf(left.items[left.index])
  expect(shownOf(without(list, gone(2)))).toBe('item-3')
  expect(shownOf(without(list, gone(0, 2)))).toBe('item-3')
  expect(shownOf(without(list, gone(2, 3)))).toBe('item-1')
  expect(without(list, gone(0, 1, 2, 3))).toBeNull()
  expect(without(list, gone(9))).toBe(list)
})

test('a list set around an item leaves it at its index, and in front when it is not in it', () => {
  expect(surroundItem({ items: [item(2)], index: 0 }, range(0, 4)).index).toBe(2)
  expect(surroundItem({ items: [item(9)], index: 0 }, range(0, 2)).items.map(idOf)).toEqual(['item-9', 'item-0', 'item-1'])
})

test('an item that has changed meanwhile is shown in its present state, at its index; one that is not in the list changes nothing', () => {
  const { walk } = open(range(0, 3), 1)
  const made: ViewerItem = { kind: 'effect', template: { ...template('item-1'), movieUrl: '/media/made.mp4' } }
  walk.renew(made)
  expect(walk.state()).toMatchObject({ index: 1, items: [item(0), made, item(2)] })
  walk.renew(item(9))
  expect(walk.state().items.map(idOf)).toEqual(range(0, 3).map(idOf))
})
