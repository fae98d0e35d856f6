import { beforeEach, expect, test } from 'vitest'
import type { ToastContent, ToastEnd } from '#shared/domain/toast-rules.ts'
import type { RefusedMutation } from '#src/creations/optimistic-mutations.ts'
import { createRefusalNotice } from '#src/creations/page-deps.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { setTexts } from '../platform/set-texts.ts'

setTexts({ 'beautyError.H4021': 'The list was full.' })

const refused: RefusedMutation = {
  id: 'm1',
  mutation: { kind: 'delete', ids: ['a'] },
  state: 'refused',
  createdAtMs: 1,
  error: { code: 'H4021', retry: 'never' },
}
let rows = new Set<string>()
let turn = Promise.resolve()

beforeEach(() => {
  rows = new Set(['m1'])
  turn = Promise.resolve()
})

function addTab(hasPressed: boolean, received: RefusedMutation = refused) {
  const notices: (ToastContent | ToastEnd)[] = []
  const clock = createFakeClock()
  const notify = createRefusalNotice({
    isFromThisTab: () => hasPressed,
    isStillRefused: async (id) => rows.has(id),
    dropMutation: async (id) => rows.delete(id),
    withLock: (_, work) => (turn = turn.then(work)),
    clock,
  })
  return { notices, clock, receive: () => notify(received, async (notice) => void notices.push(notice)) }
}

test('a refusal is shown in the tab of the press, with its reason, and in no other', async () => {
  const [one, two] = [addTab(true), addTab(false)]
  const receiving = [one.receive(), two.receive()]
  await two.clock.advance(10_000)
  await Promise.all(receiving)
  expect(one.notices).toEqual([{ color: 'error', title: 'action.removalFailed', description: 'The list was full.' }])
  expect(two.notices).toEqual([])
  expect(rows.size).toBe(0)
})

test('a refusal for a closed tab is shown in one of the others', async () => {
  const tabs = [addTab(false), addTab(false)]
  const receiving = tabs.map((tab) => tab.receive())
  await Promise.all(tabs.map(({ clock }) => clock.advance(10_000)))
  await Promise.all(receiving)
  expect(tabs.flatMap(({ notices }) => notices)).toHaveLength(1)
  expect(rows.size).toBe(0)
})

test.each([
  ['a removal in the words of the server', { kind: 'delete', ids: ['a'] }, 'Illegal operation'],
  ['a collecting by its own name', { kind: 'collect', ids: ['a'], op: 1 }, 'action.collectFailed'],
] as const)('%s', async (_name, mutation, title) => {
  const tab = addTab(true, { ...refused, mutation, error: { code: 'H4021', retry: 'never', message: 'Illegal operation' } })
  await tab.receive()
  expect(tab.notices).toEqual([{ color: 'error', title, description: 'The list was full.' }])
})
