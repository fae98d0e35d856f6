import type { Subscription } from '#shared/api/subscription.ts'
import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { type SubscriptionState, createSubscriptionReader } from '#src/billing/subscription.ts'

const PLAN = { orderId: 'o1', plan: 'weekly', state: 'ACTIVE' } as Subscription
const FACTS = { businessUserId: 'ann', historyVersion: 0, isOnline: true }

function failure(code: AppErrorCode): Result<never> {
  return fail({ code, retry: 'later' })
}

function createWorld() {
  const state: SubscriptionState = { status: 'unknown', subscription: null }
  const pendingAnswers: ((answer: Result<Subscription>) => void)[] = []
  let requestCount = 0
  const reader = createSubscriptionReader(state, () => {
    requestCount += 1
    return new Promise((resolve) => pendingAnswers.push(resolve))
  })
  const answer = async (result: Result<Subscription>) => {
    pendingAnswers.shift()?.(result)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, reader, answer, requestCount: () => requestCount }
}

it('requests nothing for a visitor, who has no plan', () => {
  const { state, reader, requestCount } = createWorld()
  reader.loadMissing({ ...FACTS, businessUserId: '' })
  expect(state.status).toBe('none')
  expect(requestCount()).toBe(0)
})

it('loads a plan once, and again when the history has grown', async () => {
  const { state, reader, answer, requestCount } = createWorld()
  reader.loadMissing(FACTS)
  reader.loadMissing(FACTS)
  await answer(ok(PLAN))
  expect(state).toEqual({ status: 'there', subscription: PLAN })
  reader.loadMissing(FACTS)
  expect(requestCount()).toBe(1)
  reader.loadMissing({ ...FACTS, historyVersion: 1 })
  reader.loadMissing({ ...FACTS, historyVersion: 2 })
  await answer(failure('H4040'))
  expect(requestCount()).toBe(3)
  await answer(failure('H4040'))
  expect(state).toEqual({ status: 'none', subscription: null })
})

it('retains the known state when a request fails, and shows failed where none is known', async () => {
  const { state, reader, answer } = createWorld()
  reader.loadMissing(FACTS)
  await answer(failure('40001'))
  expect(state.status).toBe('failed')
  reader.reload()
  expect(state.status).toBe('unknown')
  await answer(ok(PLAN))
  reader.loadMissing({ ...FACTS, historyVersion: 1 })
  await answer(failure('H5000'))
  expect(state).toEqual({ status: 'there', subscription: PLAN })
})

it('reads again when the connection is back', async () => {
  const { reader, answer, requestCount } = createWorld()
  reader.loadMissing({ ...FACTS, isOnline: false })
  await answer(failure('40001'))
  reader.loadMissing({ ...FACTS, isOnline: false })
  expect(requestCount()).toBe(1)
  reader.loadMissing(FACTS)
  expect(requestCount()).toBe(2)
})

it('never shows one account the plan of another', async () => {
  const { state, reader, answer, requestCount } = createWorld()
  reader.loadMissing(FACTS)
  reader.loadMissing({ ...FACTS, businessUserId: 'ben' })
  await answer(ok(PLAN))
  expect(state).toEqual({ status: 'unknown', subscription: null })
  expect(requestCount()).toBe(2)
  await answer(failure('H4040'))
  expect(state.status).toBe('none')
  reader.loadMissing({ ...FACTS, businessUserId: '' })
  reader.loadMissing(FACTS)
  await answer(ok(PLAN))
  expect(state.status).toBe('there')
})
