import { expect, test, vi } from 'vitest'
import type { HoldReason, UpdateMessage } from '#shared/contract/update-messages.ts'
import { type UpdatePhase, createUpdateCoordinator, decideUpdate } from '#src/offline/updates/update-coordinator.ts'

const pages = ['a', 'b']
const answers = (...rows: [string, HoldReason | null][]) => new Map(rows)

test('a newer build is loaded only when every page has reported that it loses nothing', () => {
  expect(decideUpdate({ pages, answers: answers(['a', null]), isTimeUp: false })).toEqual({ kind: 'pending' })
  expect(decideUpdate({ pages, answers: answers(['a', null], ['b', null]), isTimeUp: false })).toEqual({ kind: 'apply' })
  expect(decideUpdate({ pages, answers: answers(['b', 'paying']), isTimeUp: false })).toEqual({ kind: 'wait', reason: 'paying', page: 'b' })
  expect(decideUpdate({ pages, answers: answers(['a', null]), isTimeUp: true })).toEqual({ kind: 'silent' })
  expect(decideUpdate({ pages, answers: answers(['a', 'writing']), isTimeUp: true })).toMatchObject({ kind: 'wait', reason: 'writing' })
})

/** One browser with a tab for each name. */
function browser(names: readonly string[]) {
  const holding = new Map<string, HoldReason>()
  const living = new Set(names)
  const listeners = new Map<string, Set<() => void>>()
  const goings = new Map<string, () => void>()
  const steps: string[] = []
  const shown = new Map<string, UpdatePhase>()
  let endTime = (): void => undefined
  let ids = 0
  const deaf = new Set<string>()
  const councils = new Map(
    names.map((page) => {
      const coordinator = createUpdateCoordinator({
        page,
        livePages: async () => [...living],
        untilPageCloses: (name) => new Promise((resolve) => goings.set(name, resolve)),
        post: (message: UpdateMessage) => {
          for (const [name, other] of councils) if (name !== page && living.has(name) && !deaf.has(name)) other.receive(message)
        },
        save: async () => void steps.push(`${page} saved`),
        holds: () => holding.get(page) ?? null,
        followHolds: (changed) => {
          const own = listeners.get(page) ?? new Set()
          listeners.set(page, own.add(changed))
          return () => own.delete(changed)
        },
        sleep: () => new Promise((resolve) => (endTime = resolve)),
        makeId: () => `round ${(ids += 1)}`,
        show: (phase) => shown.set(page, phase),
        apply: () => void steps.push(`${page} applied`),
      })
      return [page, coordinator] as const
    }),
  )
  return {
    steps,
    deaf,
    shown,
    coordinator: (page: string) => councils.get(page)!,
    timeIsUp: () => endTime(),
    hold: (page: string, reason: HoldReason) => holding.set(page, reason),
    free(page: string) {
      holding.delete(page)
      for (const notify of listeners.get(page) ?? []) notify()
    },
    close(page: string) {
      living.delete(page)
      goings.get(page)?.()
    },
  }
}

test('all pages save before they agree, and the requested one applies, once', async () => {
  const { coordinator, steps } = browser(['a', 'b', 'c'])
  void coordinator('b').accept()
  await vi.waitFor(() => expect(steps).toContain('b applied'))
  expect(steps.toSorted()).toEqual(['a saved', 'b applied', 'b saved', 'c saved'])
  expect(steps.at(-1)).toBe('b applied')
})

test('the reason of a delay is shown, and the update is applied when it ends, in any tab', async () => {
  for (const busy of ['a', 'b']) {
    const tabs = browser(['a', 'b'])
    tabs.hold(busy, 'sending')
    void tabs.coordinator('a').accept()
    await vi.waitFor(() => expect(tabs.shown.get('a')).toEqual({ kind: 'waiting', reason: 'sending' }))
    tabs.hold(busy, 'cropping')
    tabs.free(busy)
    await vi.waitFor(() => expect(tabs.steps).toContain('a applied'))
    expect(tabs.steps.filter((step) => step.endsWith('applied'))).toEqual(['a applied'])
  }
})

test('a postponed one is not applied later', async () => {
  const tabs = browser(['a', 'b'])
  tabs.hold('b', 'sending')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.shown.get('a')?.kind).toBe('waiting'))
  tabs.coordinator('a').withdraw()
  tabs.free('b')
  await new Promise((resolve) => setTimeout(resolve))
  expect(tabs.steps).not.toContain('a applied')
  expect(tabs.shown.get('a')).toEqual({ kind: 'offered' })
})

test('a question shows for a silent page, and no longer once it is closed', async () => {
  const tabs = browser(['a', 'b'])
  tabs.deaf.add('b')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.steps).toContain('a saved'))
  expect(tabs.shown.get('a')).toEqual({ kind: 'asking' })
  tabs.timeIsUp()
  await vi.waitFor(() => expect(tabs.shown.get('a')).toEqual({ kind: 'silent' }))
  expect(tabs.steps).not.toContain('a applied')
  tabs.close('b')
  await vi.waitFor(() => expect(tabs.steps).toContain('a applied'))
})

test('the user may decide for a silent page', async () => {
  const tabs = browser(['a', 'b'])
  tabs.deaf.add('b')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.steps).toContain('a saved'))
  tabs.timeIsUp()
  await vi.waitFor(() => expect(tabs.shown.get('a')?.kind).toBe('silent'))
  tabs.coordinator('a').applyAnyway()
  expect(tabs.steps).toContain('a applied')
})
