import { expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import {
  type DeepLinkSource,
  createDeepLinkResolver,
  PREFETCH_MS,
  MOST_SURROUNDING_PAGES,
  SURROUNDING_PAGE_SIZE,
} from '#src/viewer/deep-link-resolver.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { viewerSegments } from '#shared/domain/viewer-address.ts'
import { fail, ok } from '#shared/result.ts'
import { viewerItemKey } from '#src/routing/open-viewer.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const NO_ANSWER = fail({ code: '40001', retry: 'later' } as const)
const NOT_FOUND = fail({ code: 'H4001', retry: 'never' } as const)
const creation = (id: string) => ({ id, status: 'SUCCESS', createdAt: 1 }) as Creation
const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => creation(String(from + index)))

function createFinder(change: Partial<DeepLinkSource> = {}) {
  return createDeepLinkResolver({
    findTemplate: async () => NOT_FOUND,
    findCreation: async () => NOT_FOUND,
    readList: async () => [],
    readHistory: async () => NO_ANSWER,
    storedCreations: async () => [],
    nowMs: () => 0,
    ...change,
  })
}

test('an item of the galleries is an effect or a recipe by its kind, and is in the list of that kind', async () => {
  const [effect, recipe] = [template('e'), template('r', { bizType: 'HEAD_TAIL' })]
  const readList = vi.fn<DeepLinkSource['readList']>(async () => [effect])
  const { find, findSurroundings } = createFinder({ findTemplate: async (id) => ok(id === 'e' ? effect : recipe), readList })
  expect(await find({ kind: 'template', idOrSlug: 'e' })).toEqual(ok({ kind: 'effect', template: effect }))
  expect(await find({ kind: 'template', idOrSlug: 'r' })).toEqual(ok({ kind: 'explore', template: recipe }))
  await findSurroundings({ kind: 'effect', template: effect })
  await findSurroundings({ kind: 'explore', template: recipe })
  expect(readList.mock.calls).toEqual([['effects'], ['explore']])
})

test('a creation of another account is not found, and without the network one on this device is', async () => {
  const storedCreations = async () => [creation('mine')]
  expect(await createFinder({ storedCreations }).find({ kind: 'creation', id: 'mine' })).toEqual(NOT_FOUND)
  const refusal = fail({ code: 'H3009', retry: 'never' } as const)
  expect(await createFinder({ findCreation: async () => refusal, storedCreations }).find({ kind: 'creation', id: 'mine' })).toEqual(refusal)
  const offlineFinder = createFinder({ findCreation: async () => NO_ANSWER, storedCreations })
  expect(await offlineFinder.find({ kind: 'creation', id: 'mine' })).toEqual(ok({ kind: 'media', creation: creation('mine') }))
  expect(await offlineFinder.find({ kind: 'creation', id: 'other' })).toEqual(NO_ANSWER)
})

test('around a creation is the history up to it, and it continues page by page after it', async () => {
  const allCreations = page(0, 250)
  const readHistory = vi.fn<DeepLinkSource['readHistory']>(async (_status, curPage, pageSize) =>
    ok({ data: allCreations.slice((curPage - 1) * pageSize, curPage * pageSize), totalSize: allCreations.length }),
  )
  const { items, loadMore } = await createFinder({ readHistory }).findSurroundings({ kind: 'media', creation: creation('150') })
  expect(items).toHaveLength(2 * SURROUNDING_PAGE_SIZE)
  expect((await loadMore?.(items.length))?.map(viewerItemKey).at(0)).toBe('creation:200')
})

test('one that is too far back is shown alone, and without the network this device’s creations are around it', async () => {
  const readHistory = vi.fn<DeepLinkSource['readHistory']>(async (_status, curPage, size) =>
    ok({ data: page(curPage * size, size), totalSize: 1e6 }),
  )
  expect(await createFinder({ readHistory }).findSurroundings({ kind: 'media', creation: creation('x') })).toEqual({ items: [] })
  expect(readHistory).toHaveBeenCalledTimes(MOST_SURROUNDING_PAGES)
  const offlineFinder = createFinder({ storedCreations: async () => page(0, 3) })
  expect((await offlineFinder.findSurroundings({ kind: 'media', creation: creation('1') })).items).toHaveLength(3)
})

test('a redirect from a bare id to its item sends one request; later, and for another item, another one', async () => {
  let nowMs = 0
  const namedTemplate = template('t1', { templateSeoPath: 'slow-dolly' })
  const findTemplate = vi.fn<DeepLinkSource['findTemplate']>(async () => ok(namedTemplate))
  const { find, prefetch } = createFinder({ findTemplate, nowMs: () => nowMs })
  const findById = async (idOrSlug: string) => find({ kind: 'template', idOrSlug })
  const ownName = viewerSegments(templatePath(namedTemplate)).at(-1) ?? ''
  await prefetch({ kind: 'template', idOrSlug: 't1' })
  expect(await findById(ownName)).toEqual(ok({ kind: 'effect', template: namedTemplate }))
  expect(findTemplate).toHaveBeenCalledTimes(1)
  await findById(ownName)
  expect(findTemplate).toHaveBeenCalledTimes(2)

  await prefetch({ kind: 'template', idOrSlug: 't1' })
  await findById('another')
  expect(findTemplate).toHaveBeenCalledTimes(4)

  await prefetch({ kind: 'template', idOrSlug: 't1' })
  nowMs += PREFETCH_MS + 1
  await findById(ownName)
  expect(findTemplate).toHaveBeenCalledTimes(6)
})
