import type { PlanQuote } from '#shared/api/plan-change.ts'
import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it, vi } from 'vitest'
import { type ChangeNote, type PlanChangeState, NO_PLAN_CHANGE, createPlanChange } from '#src/billing/plan/plan-change.ts'

const QUOTE: PlanQuote = {
  quoteId: 'q1',
  orderId: 'o1',
  kind: 'now',
  from: 'weekly',
  to: 'yearly',
  currencyCode: 'USD',
  priceCents: 4999,
  creditCents: 500,
  dueCents: 4499,
  points: 2300,
  startsAt: 10,
  endsAt: 20,
  expiresAt: 15,
}

function createWorld() {
  const state: PlanChangeState = { ...NO_PLAN_CHANGE }
  const log: string[] = []
  const notes: ChangeNote[] = []
  const pendingAnswers: ((answer: Result<never>) => void)[] = []
  let keyCount = 0
  const ask = (line: string) => {
    log.push(line)
    return new Promise<Result<never>>((resolve) => pendingAnswers.push(resolve))
  }
  const change = createPlanChange({
    state,
    quote: (orderId, plan) => ask(`quote ${orderId} ${plan}`),
    agree: (quoteId, key) => ask(`agree ${quoteId} ${key}`),
    cancelChange: (orderId, key) => ask(`keep ${orderId} ${key}`),
    refreshAccount: async () => void log.push('refresh'),
    makeKey: () => `k${(keyCount += 1)}`,
    notify: (note) => notes.push(note),
  })
  const answer = async (value: Result<unknown>) => {
    await vi.waitFor(() => expect(pendingAnswers.length).toBeGreaterThan(0))
    pendingAnswers.shift()?.(value as Result<never>)
  }
  const showQuote = async (quote = QUOTE) => {
    const opening = change.open('o1', 'yearly')
    await answer(ok(quote))
    await opening
  }
  const requests = () => log.filter((line) => line !== 'refresh')
  return { state, log, notes, change, answer, showQuote, requests }
}

const failure = (code: AppErrorCode, retry: 'never' | 'later'): Result<never> => fail({ code, retry })

it('agrees to the shown quote, between two readings of the account, and shows the result', async () => {
  const { state, log, notes, change, answer, showQuote } = createWorld()
  expect(await change.agree()).toBe(false)
  await showQuote()
  expect(state.quote).toEqual(QUOTE)
  const agreeing = change.agree()
  expect(await change.agree()).toBe(false)
  await answer(ok({ outcome: 'changed' }))
  expect(await agreeing).toBe(true)
  expect(log).toEqual(['quote o1 yearly', 'refresh', 'agree q1 k1', 'refresh'])
  expect(notes).toEqual([{ kind: 'changed', quote: QUOTE }])
  expect(state.busyAction).toBeNull()
})

it('shows the amounts anew when they had changed, and charges nothing by itself', async () => {
  const { state, notes, change, answer, showQuote, requests } = createWorld()
  await showQuote()
  const agreeing = change.agree()
  await answer(failure('H4021', 'never'))
  await answer(ok({ ...QUOTE, quoteId: 'q2', dueCents: 4500 }))
  expect(await agreeing).toBe(false)
  expect(state).toMatchObject({ quote: { quoteId: 'q2', dueCents: 4500 }, isRequoted: true, busyAction: null })
  expect(notes).toEqual([])
  expect(requests()).toEqual(['quote o1 yearly', 'agree q1 k1', 'quote o1 yearly'])
  await showQuote()
  expect(state.isRequoted).toBe(false)
})

it('repeats an agreement with the same key until its outcome is known', async () => {
  const { notes, change, answer, showQuote, requests } = createWorld()
  await showQuote()
  for (const value of [failure('40001', 'later'), ok({ outcome: 'unknown' }), ok({ outcome: 'refused' }), ok({ outcome: 'changed' })]) {
    const agreeing = change.agree()
    await answer(value)
    expect(await agreeing).toBe(true)
  }
  expect(requests().slice(1)).toEqual(['agree q1 k1', 'agree q1 k1', 'agree q1 k1', 'agree q1 k2'])
  expect(notes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'refused', 'changed'])
})

it('shows that nothing was done where the payment service did not answer the earlier request', async () => {
  const { notes, change, answer, showQuote } = createWorld()
  await showQuote()
  const agreeing = change.agree()
  await answer(failure('H4013', 'later'))
  await agreeing
  expect(notes).toMatchObject([{ kind: 'failed', error: { code: 'H4013' } }])
})

it('shows the reason of a missing quote, and of two requests the answer of the last', async () => {
  const { state, change, answer } = createWorld()
  const firstOpen = change.open('o1', 'yearly')
  const secondOpen = change.open('o1', 'weekly')
  await answer(ok(QUOTE))
  expect(state.quote).toBeNull()
  await answer(failure('H4013', 'later'))
  await Promise.all([firstOpen, secondOpen])
  expect(state).toMatchObject({ quote: null, problem: { code: 'H4013' } })
})

it('undoes a change once, and shows an unconfirmed result', async () => {
  const { notes, change, answer, requests } = createWorld()
  for (const value of [ok({ isConfirmed: true }), ok({ isConfirmed: false }), failure('40001', 'later'), failure('H4021', 'never')]) {
    const cancelling = change.cancelChange('o1')
    await change.cancelChange('o1')
    await answer(value)
    await cancelling
  }
  expect(requests()).toEqual(['keep o1 k1', 'keep o1 k2', 'keep o1 k3', 'keep o1 k3'])
  expect(notes.map(({ kind }) => kind)).toEqual(['undone', 'undoing', 'undoUnknown', 'failed'])
})
