import type { PlanAction } from '#shared/api/subscription.ts'
import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it, vi } from 'vitest'
import { type PlanNote, createPlanActions } from '#src/billing/plan/create-plan-actions.ts'

const PLAN = { orderId: 'o1', priceCents: 999, currencyCode: 'USD' }

function createWorld() {
  const state = { busyAction: null as PlanAction | null }
  const log: string[] = []
  const notes: PlanNote[] = []
  const pendingAnswers: ((answer: Result<never>) => void)[] = []
  let keyCount = 0
  const ask = (line: string) => {
    log.push(line)
    return new Promise<Result<never>>((resolve) => pendingAnswers.push(resolve))
  }
  const actions = createPlanActions({
    resume: (orderId, key) => ask(`resume ${orderId} ${key}`),
    payNow: (orderId, key) => ask(`pay ${orderId} ${key}`),
    openCard: (orderId) => ask(`card ${orderId}`),
    openUrl: (url) => log.push(`go ${url}`),
    refreshAccount: async () => void log.push('refresh'),
    notify: (note, { orderId }) => {
      notes.push(note)
      log.push(`notify ${note.kind} ${orderId}`)
    },
    makeKey: () => `k${(keyCount += 1)}`,
  })
  const act = (action: PlanAction) => actions.act(action, PLAN, (busyAction) => Object.assign(state, { busyAction }))
  const press = async (action: PlanAction, answer: Result<unknown>) => {
    const acting = act(action)
    await vi.waitFor(() => expect(pendingAnswers).toHaveLength(1))
    pendingAnswers.shift()?.(answer as Result<never>)
    await acting
  }
  return { state, log, notes, press, act }
}

const failure = (code: AppErrorCode, retry: 'never' | 'later'): Result<never> => fail({ code, retry })

it('resumes a plan between two responses of the account, and shows when the plan renews', async () => {
  const { state, log, notes, press } = createWorld()
  await press('resume', ok({ renewsAt: 70 }))
  expect(log).toEqual(['refresh', 'resume o1 k1', 'refresh', 'notify resumed o1'])
  expect(notes).toEqual([{ kind: 'resumed', renewsAtMs: 70 }])
  expect(state.busyAction).toBeNull()
})

it('shows no renewal before the payment service confirms it', async () => {
  const { notes, press } = createWorld()
  await press('resume', ok({ renewsAt: null }))
  expect(notes).toEqual([{ kind: 'resuming' }])
})

it('does one thing at a time', async () => {
  const { state, log, act, press } = createWorld()
  const firstPress = press('resume', ok({ renewsAt: 70 }))
  expect(state.busyAction).toBe('resume')
  await act('payNow')
  await act('resume')
  await firstPress
  expect(log.filter((line) => /^(?:resume|pay)/.test(line))).toEqual(['resume o1 k1'])
})

it('retries with the same key until the outcome is known, and then uses another one', async () => {
  const { log, notes, press } = createWorld()
  await press('payNow', failure('40001', 'later'))
  await press('payNow', ok({ outcome: 'unknown' }))
  await press('payNow', ok({ outcome: 'refused' }))
  await press('payNow', ok({ outcome: 'paid' }))
  await press('resume', failure('40001', 'later'))
  await press('resume', failure('H4021', 'never'))
  await press('resume', ok({ renewsAt: 70 }))
  const requests = log.filter((line) => /^(?:resume|pay)/.test(line))
  expect(requests).toEqual(['pay o1 k1', 'pay o1 k1', 'pay o1 k1', 'pay o1 k2', 'resume o1 k3', 'resume o1 k3', 'resume o1 k4'])
  const kinds = ['payUnknown', 'payUnknown', 'cardRefused', 'paid', 'resumeUnknown', 'failed', 'resumed']
  expect(notes.map(({ kind }) => kind)).toEqual(kinds)
})

it('shows for too many presses that this one was not sent, and retains the key of an unknown result', async () => {
  const { log, notes, press } = createWorld()
  await press('payNow', ok({ outcome: 'unknown' }))
  await press('payNow', failure('H4022', 'later'))
  await press('payNow', ok({ outcome: 'paid' }))
  expect(notes).toMatchObject([{ kind: 'payUnknown' }, { kind: 'failed', action: 'payNow', error: { code: 'H4022' } }, { kind: 'paid' }])
  expect(log.filter((line) => line.startsWith('pay'))).toEqual(['pay o1 k1', 'pay o1 k1', 'pay o1 k1'])
})

it('opens the page for another card, or shows a message when it can not', async () => {
  const { log, notes, press } = createWorld()
  await press('updateCard', ok({ url: 'https://pay.example/card' }))
  expect(log).toEqual(['card o1', 'go https://pay.example/card'])
  await press('updateCard', failure('H4013', 'later'))
  expect(notes).toMatchObject([{ kind: 'failed', action: 'updateCard', error: { code: 'H4013' } }])
})

it('retains the key of an attempt whose repeat is refused because the session has ended', async () => {
  const { log, press } = createWorld()
  await press('payNow', failure('40001', 'later'))
  await press('payNow', failure('H3009', 'never'))
  await press('payNow', ok({ outcome: 'paid' }))
  expect(log.filter((line) => line.startsWith('pay'))).toEqual(['pay o1 k1', 'pay o1 k1', 'pay o1 k1'])
})
