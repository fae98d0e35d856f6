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

function world() {
  const state: PlanChangeState = { ...NO_PLAN_CHANGE }
  const story: string[] = []
  const notes: ChangeNote[] = []
  const waiting: ((answer: Result<never>) => void)[] = []
  let made = 0
  const ask = (line: string) => {
    story.push(line)
    return new Promise<Result<never>>((resolve) => waiting.push(resolve))
  }
  const change = createPlanChange({
    state,
    quote: (orderId, plan) => ask(`quote ${orderId} ${plan}`),
    agree: (quoteId, key) => ask(`agree ${quoteId} ${key}`),
    cancelChange: (orderId, key) => ask(`keep ${orderId} ${key}`),
    refreshAccount: async () => void story.push('refresh'),
    makeKey: () => `k${(made += 1)}`,
    notify: (note) => notes.push(note),
  })
  const answer = async (value: Result<unknown>) => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.(value as Result<never>)
  }
  const shown = async (quote = QUOTE) => {
    const opened = change.open('o1', 'yearly')
    await answer(ok(quote))
    await opened
  }
  const asked = () => story.filter((line) => line !== 'refresh')
  return { state, story, notes, change, answer, shown, asked }
}

const failed = (code: AppErrorCode, retry: 'never' | 'later'): Result<never> => fail({ code, retry })

it('agrees to the shown quote, between two readings of the account, and shows the result', async () => {
  const { state, story, notes, change, answer, shown } = world()
  expect(await change.agree()).toBe(false)
  await shown()
  expect(state.quote).toEqual(QUOTE)
  const done = change.agree()
  expect(await change.agree()).toBe(false)
  await answer(ok({ outcome: 'changed' }))
  expect(await done).toBe(true)
  expect(story).toEqual(['quote o1 yearly', 'refresh', 'agree q1 k1', 'refresh'])
  expect(notes).toEqual([{ kind: 'changed', quote: QUOTE }])
  expect(state.busyAction).toBeNull()
})

it('shows the amounts anew when they had changed, and charges nothing by itself', async () => {
  const { state, notes, change, answer, shown, asked } = world()
  await shown()
  const done = change.agree()
  await answer(failed('H4021', 'never'))
  await answer(ok({ ...QUOTE, quoteId: 'q2', dueCents: 4500 }))
  expect(await done).toBe(false)
  expect(state).toMatchObject({ quote: { quoteId: 'q2', dueCents: 4500 }, isRequoted: true, busyAction: null })
  expect(notes).toEqual([])
  expect(asked()).toEqual(['quote o1 yearly', 'agree q1 k1', 'quote o1 yearly'])
  await shown()
  expect(state.isRequoted).toBe(false)
})

it('repeats an agreement with the same key until its outcome is known', async () => {
  const { notes, change, answer, shown, asked } = world()
  await shown()
  for (const value of [failed('40001', 'later'), ok({ outcome: 'unknown' }), ok({ outcome: 'refused' }), ok({ outcome: 'changed' })]) {
    const done = change.agree()
    await answer(value)
    expect(await done).toBe(true)
  }
  expect(asked().slice(1)).toEqual(['agree q1 k1', 'agree q1 k1', 'agree q1 k1', 'agree q1 k2'])
  expect(notes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'refused', 'changed'])
})

it('shows that nothing was done where the payment service did not answer the earlier request', async () => {
  const { notes, change, answer, shown } = world()
  await shown()
  const done = change.agree()
  await answer(failed('H4013', 'later'))
  await done
  expect(notes).toMatchObject([{ kind: 'failed', error: { code: 'H4013' } }])
})

it('shows the reason of a missing quote, and of two requests the answer of the last', async () => {
  const { state, change, answer } = world()
  const first = change.open('o1', 'yearly')
  const second = change.open('o1', 'weekly')
  await answer(ok(QUOTE))
  expect(state.quote).toBeNull()
  await answer(failed('H4013', 'later'))
  await Promise.all([first, second])
  expect(state).toMatchObject({ quote: null, problem: { code: 'H4013' } })
})

it('undoes a change once, and shows an unconfirmed result', async () => {
  const { notes, change, answer, asked } = world()
  for (const value of [ok({ isConfirmed: true }), ok({ isConfirmed: false }), failed('40001', 'later'), failed('H4021', 'never')]) {
    const done = change.cancelChange('o1')
    await change.cancelChange('o1')
    await answer(value)
    await done
  }
  expect(asked()).toEqual(['keep o1 k1', 'keep o1 k2', 'keep o1 k3', 'keep o1 k3'])
  expect(notes.map(({ kind }) => kind)).toEqual(['undone', 'undoing', 'undoUnknown', 'failed'])
})
