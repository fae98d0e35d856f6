import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountGate } from '#src/account/account-gate.tsx'
import { hubState, snapshot } from '#src/store/state.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { onPage, shown } from './on-page.ts'

const OVERDUE_MS = 4000
const LATE_MS = 10_000
const before = structuredClone(snapshot(hubState))

setTexts()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  hubState.account = null
})
afterEach(() => {
  onPage('')
  vi.useRealTimers()
  Object.assign(hubState, structuredClone(before))
})

const identify = () => void (hubState.identity = { epoch: 1, businessUserId: 'ann' })
const showGate = () => shown(<AccountGate reason="">{() => 'the account'}</AccountGate>)
const isShown = (words: string) => expect.poll(() => document.body.textContent).toContain(words)

test('a gate that is shown long after the start of the page waits for the account before it reports a failure', async () => {
  identify()
  vi.advanceTimersByTime(LATE_MS)
  showGate()
  await isShown('account.unanswered')
  await vi.advanceTimersByTimeAsync(OVERDUE_MS - 1)
  await isShown('account.unanswered')
  await vi.advanceTimersByTimeAsync(1)
  await isShown('account.unread.title')
})

test('the wait begins with the answer of the hub', async () => {
  showGate()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  identify()
  await isShown('account.unanswered')
  await vi.advanceTimersByTimeAsync(OVERDUE_MS)
  await isShown('account.unread.title')
})
