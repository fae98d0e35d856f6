import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountGate } from '#src/account/account-gate.tsx'
import { hubState, snapshot } from '#src/store/state.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { setPage, renderNode } from './on-page.ts'

const OVERDUE_MS = 4000
const LATE_MS = 10_000
const initialHubState = structuredClone(snapshot(hubState))

setTexts()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  hubState.account = null
})
afterEach(() => {
  setPage('')
  vi.useRealTimers()
  Object.assign(hubState, structuredClone(initialHubState))
})

const identify = () => void (hubState.identity = { epoch: 1, businessUserId: 'ann' })
const showGate = () => renderNode(<AccountGate reason="">{() => 'the account'}</AccountGate>)
const expectText = (words: string) => expect.poll(() => document.body.textContent).toContain(words)

test('a gate that is shown long after the start of the page waits for the account before it reports a failure', async () => {
  identify()
  vi.advanceTimersByTime(LATE_MS)
  showGate()
  await expectText('account.unanswered')
  await vi.advanceTimersByTimeAsync(OVERDUE_MS - 1)
  await expectText('account.unanswered')
  await vi.advanceTimersByTimeAsync(1)
  await expectText('account.unread.title')
})

test('the wait begins with the answer of the hub', async () => {
  showGate()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  identify()
  await expectText('account.unanswered')
  await vi.advanceTimersByTimeAsync(OVERDUE_MS)
  await expectText('account.unread.title')
})
