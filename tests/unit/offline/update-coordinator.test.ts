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
function createBrowser(names: readonly string[]) {
  const holdReasons = new Map<string, HoldReason>()
  const livePages = new Set(names)
  const listeners = new Map<string, Set<() => void>>()
  const closeListeners = new Map<string, () => void>()
  const steps: string[] = []
  const shownPhases = new Map<string, UpdatePhase>()
  let finishSleep = (): void => undefined
  let idCount = 0
  const silentPages = new Set<string>()
  const coordinators = new Map(
    names.map((page) => {
      const coordinator = createUpdateCoordinator({
        page,
        livePages: async () => [...livePages],
        untilPageCloses: (name) => new Promise((resolve) => closeListeners.set(name, resolve)),
        post: (message: UpdateMessage) => {
          for (const [name, otherCoordinator] of coordinators)
            if (name !== page && livePages.has(name) && !silentPages.has(name)) otherCoordinator.receive(message)
        },
        save: async () => void steps.push(`${page} saved`),
        holds: () => holdReasons.get(page) ?? null,
        followHolds: (onChange) => {
          const pageListeners = listeners.get(page) ?? new Set()
          listeners.set(page, pageListeners.add(onChange))
          return () => pageListeners.delete(onChange)
        },
        sleep: () => new Promise((resolve) => (finishSleep = resolve)),
        makeId: () => `round ${(idCount += 1)}`,
        show: (phase) => shownPhases.set(page, phase),
        apply: () => void steps.push(`${page} applied`),
      })
      return [page, coordinator] as const
    }),
  )
  return {
    steps,
    silentPages,
    shownPhases,
    coordinator: (page: string) => coordinators.get(page)!,
    endWait: () => finishSleep(),
    hold: (page: string, reason: HoldReason) => holdReasons.set(page, reason),
    free(page: string) {
      holdReasons.delete(page)
      for (const notify of listeners.get(page) ?? []) notify()
    },
    close(page: string) {
      livePages.delete(page)
      closeListeners.get(page)?.()
    },
  }
}

test('all pages save before they agree, and the requested one applies, once', async () => {
  const { coordinator, steps } = createBrowser(['a', 'b', 'c'])
  void coordinator('b').accept()
  await vi.waitFor(() => expect(steps).toContain('b applied'))
  expect(steps.toSorted()).toEqual(['a saved', 'b applied', 'b saved', 'c saved'])
  expect(steps.at(-1)).toBe('b applied')
})

test('the reason of a delay is shown, and the update is applied when it ends, in any tab', async () => {
  for (const busyTab of ['a', 'b']) {
    const tabs = createBrowser(['a', 'b'])
    tabs.hold(busyTab, 'sending')
    void tabs.coordinator('a').accept()
    await vi.waitFor(() => expect(tabs.shownPhases.get('a')).toEqual({ kind: 'waiting', reason: 'sending' }))
    tabs.hold(busyTab, 'cropping')
    tabs.free(busyTab)
    await vi.waitFor(() => expect(tabs.steps).toContain('a applied'))
    expect(tabs.steps.filter((step) => step.endsWith('applied'))).toEqual(['a applied'])
  }
})

test('a postponed one is not applied later', async () => {
  const tabs = createBrowser(['a', 'b'])
  tabs.hold('b', 'sending')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.shownPhases.get('a')?.kind).toBe('waiting'))
  tabs.coordinator('a').withdraw()
  tabs.free('b')
  await new Promise((resolve) => setTimeout(resolve))
  expect(tabs.steps).not.toContain('a applied')
  expect(tabs.shownPhases.get('a')).toEqual({ kind: 'offered' })
})

test('a question shows for a silent page, and no longer once it is closed', async () => {
  const tabs = createBrowser(['a', 'b'])
  tabs.silentPages.add('b')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.steps).toContain('a saved'))
  expect(tabs.shownPhases.get('a')).toEqual({ kind: 'asking' })
  tabs.endWait()
  await vi.waitFor(() => expect(tabs.shownPhases.get('a')).toEqual({ kind: 'silent' }))
  expect(tabs.steps).not.toContain('a applied')
  tabs.close('b')
  await vi.waitFor(() => expect(tabs.steps).toContain('a applied'))
})

test('the user may decide for a silent page', async () => {
  const tabs = createBrowser(['a', 'b'])
  tabs.silentPages.add('b')
  void tabs.coordinator('a').accept()
  await vi.waitFor(() => expect(tabs.steps).toContain('a saved'))
  tabs.endWait()
  await vi.waitFor(() => expect(tabs.shownPhases.get('a')?.kind).toBe('silent'))
  tabs.coordinator('a').applyAnyway()
  expect(tabs.steps).toContain('a applied')
})
