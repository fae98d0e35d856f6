import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSeenWatch } from '#src/creations/seen-results.ts'
import { proxy } from '#src/store/state.ts'
import { finishedTask, work } from '../../fixtures/page/builders.ts'

const dismissFinished = vi.fn(async () => undefined)
/** The watch of seen results never ends, so this file gives it its own hub state. */
const hubState = proxy({ work: work() })
const watchSeen = createSeenWatch(hubState, dismissFinished)

type Entry = { target: Element; isIntersecting: boolean }
let notify: (entries: Entry[]) => void
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

class Observer {
  constructor(listener: (entries: Entry[]) => void) {
    notify = listener
  }
  observe(): void {}
  unobserve(): void {}
}

function createCard(): Element {
  const attributes = new Map<string, string>()
  return {
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    getAttribute: (name: string) => attributes.get(name) ?? null,
  } as unknown as Element
}

vi.stubGlobal('document', page)
vi.stubGlobal('IntersectionObserver', Observer)

beforeEach(() => {
  page.visibilityState = 'visible'
  hubState.work = work({ finished: [finishedTask({ taskId: 'task-1' })] })
})
afterEach(() => dismissFinished.mockClear())

test('a card counts as seen once it is in view, and only then', async () => {
  const seenCard = createCard()
  const stop = watchSeen(seenCard, 'task-1')
  notify([{ target: seenCard, isIntersecting: false }])
  expect(dismissFinished).not.toHaveBeenCalled()
  notify([{ target: seenCard, isIntersecting: true }])
  expect(dismissFinished).toHaveBeenCalledExactlyOnceWith('task-1')
  stop()
})

test('in a hidden tab nothing counts as seen until the tab is visible', () => {
  page.visibilityState = 'hidden'
  const seenCard = createCard()
  const stop = watchSeen(seenCard, 'task-1')
  notify([{ target: seenCard, isIntersecting: true }])
  expect(dismissFinished).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(dismissFinished).toHaveBeenCalledExactlyOnceWith('task-1')
  stop()
})

test('a card that was there before its end is known counts when it is known, a removed one does not', async () => {
  hubState.work = work()
  const [seenCard, removedCard] = [createCard(), createCard()]
  const stop = watchSeen(seenCard, 'task-1')
  const stopRemoved = watchSeen(removedCard, 'task-2')
  notify([
    { target: seenCard, isIntersecting: true },
    { target: removedCard, isIntersecting: true },
  ])
  stopRemoved()
  hubState.work = work({ finished: [finishedTask({ taskId: 'task-1' }), finishedTask({ taskId: 'task-2' })] })
  await vi.waitFor(() => expect(dismissFinished).toHaveBeenCalledExactlyOnceWith('task-1'))
  stop()
})
