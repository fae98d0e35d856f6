import { beforeEach, expect, test } from 'vitest'
import type { ToastContent, ToastEnd } from '#shared/domain/toast-rules.ts'
import type { RefusedMutation } from '#src/creations/optimistic-mutations.ts'
import { createRefusalNotice } from '#src/creations/page-deps.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { setTexts } from '../platform/set-texts.ts'

setTexts({ 'beautyError.H4021': 'The list was full.' })

const refusedMutation: RefusedMutation = {
  id: 'm1',
  mutation: { kind: 'delete', ids: ['a'] },
  state: 'refused',
  createdAtMs: 1,
  error: { code: 'H4021', retry: 'never' },
}
let refusedIds = new Set<string>()
let lockQueue = Promise.resolve()

beforeEach(() => {
  refusedIds = new Set(['m1'])
  lockQueue = Promise.resolve()
})

function addTab(hasPressed: boolean, receivedMutation: RefusedMutation = refusedMutation) {
  const notices: (ToastContent | ToastEnd)[] = []
  const clock = createFakeClock()
  const notify = createRefusalNotice({
    isFromThisTab: () => hasPressed,
    isStillRefused: async (id) => refusedIds.has(id),
    dropMutation: async (id) => refusedIds.delete(id),
    withLock: (_, work) => (lockQueue = lockQueue.then(work)),
    clock,
  })
  return { notices, clock, receive: () => notify(receivedMutation, async (notice) => void notices.push(notice)) }
}

test('a refusal is shown in the tab of the press, with its reason, and in no other', async () => {
  const [pressedTab, otherTab] = [addTab(true), addTab(false)]
  const receiving = [pressedTab.receive(), otherTab.receive()]
  await otherTab.clock.advance(10_000)
  await Promise.all(receiving)
  expect(pressedTab.notices).toEqual([{ color: 'error', title: 'action.removalFailed', description: 'The list was full.' }])
  expect(otherTab.notices).toEqual([])
  expect(refusedIds.size).toBe(0)
})

test('a refusal for a closed tab is shown in one of the others', async () => {
  const tabs = [addTab(false), addTab(false)]
  const receiving = tabs.map((tab) => tab.receive())
  await Promise.all(tabs.map(({ clock }) => clock.advance(10_000)))
  await Promise.all(receiving)
  expect(tabs.flatMap(({ notices }) => notices)).toHaveLength(1)
  expect(refusedIds.size).toBe(0)
})

test.each([
  ['a removal in the words of the server', { kind: 'delete', ids: ['a'] }, 'Illegal operation'],
  ['a collecting by its own name', { kind: 'collect', ids: ['a'], op: 1 }, 'action.collectFailed'],
] as const)('%s', async (_name, mutation, title) => {
  const tab = addTab(true, { ...refusedMutation, mutation, error: { code: 'H4021', retry: 'never', message: 'Illegal operation' } })
  await tab.receive()
  expect(tab.notices).toEqual([{ color: 'error', title, description: 'The list was full.' }])
})
