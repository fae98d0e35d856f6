import { expect, test, vi } from 'vitest'
import { collect } from '#src/creations/actions.ts'
import { deleteCreations } from '#src/creations/actions/mutations.ts'
import { setTexts } from '../platform/set-texts.ts'
import { fakeDeps, NOT_FOUND } from './fake-deps.ts'

setTexts()

const MANY_IDS = Array.from({ length: 230 }, (_, index) => `c${index}`)

test('"added to collection" and "removed from collection"', async () => {
  const page = fakeDeps()
  await collect(['a'], 1, page.deps)
  await collect(['a', 'b'], 0, page.deps)
  expect(page.sentMutations).toEqual([
    { kind: 'collect', op: 1, ids: ['a'] },
    { kind: 'collect', op: 0, ids: ['a', 'b'] },
  ])
  expect(page.titles()).toEqual(['success: action.collected', 'success: action.uncollected'])
})

test('"collect failed" when the hub cannot store it', async () => {
  const page = fakeDeps({ mutate: async () => NOT_FOUND })
  expect(await collect(['a'], 1, page.deps)).toBe(false)
  expect(page.titles()).toEqual(['error: action.collectFailed'])
})

test('a visitor is asked to log in, with a reason, and then it continues', async () => {
  const page = fakeDeps()
  await collect(['a'], 1, page.deps)
  await deleteCreations(['a'], page.deps)
  expect(page.deps.login).toHaveBeenNthCalledWith(1, 'action.loginToCollect')
  expect(page.deps.login).toHaveBeenNthCalledWith(2, 'action.loginToDelete')
  expect(page.sentMutations.map(({ kind }) => kind)).toEqual(['collect', 'delete'])
})

test('without a login nothing is deleted, asked or shown', async () => {
  const page = fakeDeps({ login: async () => false })
  expect([await collect(['a'], 1, page.deps), await deleteCreations(['a'], page.deps)]).toEqual([false, false])
  expect([page.sentMutations, page.toasts]).toEqual([[], []])
  expect(page.deps.ask).not.toHaveBeenCalled()
})

test('offline a message says that the change waits', async () => {
  const page = fakeDeps({ isOnline: () => false })
  await collect(['a'], 1, page.deps)
  await deleteCreations(['a'], page.deps)
  expect(page.toasts.map(({ description }) => description)).toEqual(['work.waits', 'work.waits'])
})

test('a number above the limit of a call is sent as several calls, in order', async () => {
  const page = fakeDeps()
  await collect(MANY_IDS, 1, page.deps)
  expect(page.sentMutations.map(({ ids }) => ids.length)).toEqual([100, 100, 30])
  expect(page.sentMutations.flatMap(({ ids }) => ids)).toEqual(MANY_IDS)
})

test('"resource removed" with ten seconds to undo it; a cancelled question deletes nothing', async () => {
  const page = fakeDeps()
  expect(await deleteCreations(['a', 'b'], page.deps)).toBe(true)
  expect(page.toasts).toMatchObject([{ color: 'success', title: 'action.removed', durationMs: 10_000, action: { label: 'action.undo' } }])
  const refusingPage = fakeDeps({ ask: async () => false })
  expect(await deleteCreations(['a'], refusingPage.deps)).toBe(false)
  expect([refusingPage.sentMutations, refusingPage.toasts]).toEqual([[], []])
})

test('undo restores exactly the deleted creations, once', async () => {
  const page = fakeDeps()
  await deleteCreations(MANY_IDS, page.deps)
  page.toasts[0]?.action?.run()
  page.toasts[0]?.action?.run()
  await vi.waitFor(() => expect(page.toasts).toHaveLength(2))
  expect(page.sentMutations.map(({ kind }) => kind)).toEqual(['delete', 'delete', 'delete', 'restore', 'restore', 'restore'])
  expect(page.sentMutations.slice(3).flatMap(({ ids }) => ids)).toEqual(MANY_IDS)
  expect(page.titles().at(-1)).toBe('success: action.restored')
})

test('"removal failed" when the hub cannot store it, with its reason', async () => {
  const page = fakeDeps({ mutate: async () => NOT_FOUND })
  expect(await deleteCreations(['a'], page.deps)).toBe(false)
  expect(page.toasts).toMatchObject([{ color: 'error', title: 'action.removalFailed', description: expect.any(String) }])
})

test('of several calls the first may be stored and the second not: undo is offered for the first', async () => {
  const page = fakeDeps()
  const { mutate } = page.deps
  const deps = {
    ...page.deps,
    mutate: async (...call: Parameters<typeof mutate>) => (page.sentMutations.length === 1 ? NOT_FOUND : mutate(...call)),
  }
  expect(await deleteCreations(MANY_IDS, deps)).toBe(true)
  expect(page.titles()).toEqual(['error: action.removalFailed', 'success: action.removed'])
  expect(page.sentMutations.flatMap(({ ids }) => ids)).toEqual(MANY_IDS.slice(0, 100))
})
