import type { Subscription } from '#shared/api/subscription.ts'
import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { type SubscriptionState, createSubscriptionReader } from '#src/billing/subscription.ts'

const PLAN = { orderId: 'o1', plan: 'weekly', state: 'ACTIVE' } as Subscription
const FACTS = { businessUserId: 'ann', historyVersion: 0, isOnline: true }

function failed(code: AppErrorCode): Result<never> {
  return fail({ code, retry: 'later' })
}

function world() {
  const state: SubscriptionState = { status: 'unknown', subscription: null }
  const waiting: ((answer: Result<Subscription>) => void)[] = []
  let asked = 0
  const reader = createSubscriptionReader(state, () => {
    asked += 1
    return new Promise((resolve) => waiting.push(resolve))
  })
  const answer = async (result: Result<Subscription>) => {
    waiting.shift()?.(result)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, reader, answer, asked: () => asked }
}

it('requests nothing for a visitor, who has no plan', () => {
  const { state, reader, asked } = world()
  reader.loadMissing({ ...FACTS, businessUserId: '' })
  expect(state.status).toBe('none')
  expect(asked()).toBe(0)
})

it('loads a plan once, and again when the history has grown', async () => {
  const { state, reader, answer, asked } = world()
  reader.loadMissing(FACTS)
  reader.loadMissing(FACTS)
  await answer(ok(PLAN))
  expect(state).toEqual({ status: 'there', subscription: PLAN })
  reader.loadMissing(FACTS)
  expect(asked()).toBe(1)
  reader.loadMissing({ ...FACTS, historyVersion: 1 })
  reader.loadMissing({ ...FACTS, historyVersion: 2 })
  await answer(failed('H4040'))
  expect(asked()).toBe(3)
  await answer(failed('H4040'))
  expect(state).toEqual({ status: 'none', subscription: null })
})

it('retains the known state when a request fails, and shows failed where none is known', async () => {
  const { state, reader, answer } = world()
  reader.loadMissing(FACTS)
  await answer(failed('40001'))
  expect(state.status).toBe('failed')
  reader.reload()
  expect(state.status).toBe('unknown')
  await answer(ok(PLAN))
  reader.loadMissing({ ...FACTS, historyVersion: 1 })
  await answer(failed('H5000'))
  expect(state).toEqual({ status: 'there', subscription: PLAN })
})

it('reads again when the connection is back', async () => {
  const { reader, answer, asked } = world()
  reader.loadMissing({ ...FACTS, isOnline: false })
  await answer(failed('40001'))
  reader.loadMissing({ ...FACTS, isOnline: false })
  expect(asked()).toBe(1)
  reader.loadMissing(FACTS)
  expect(asked()).toBe(2)
})

it('never shows one account the plan of another', async () => {
  const { state, reader, answer, asked } = world()
  reader.loadMissing(FACTS)
  reader.loadMissing({ ...FACTS, businessUserId: 'ben' })
  await answer(ok(PLAN))
  expect(state).toEqual({ status: 'unknown', subscription: null })
  expect(asked()).toBe(2)
  await answer(failed('H4040'))
  expect(state.status).toBe('none')
  reader.loadMissing({ ...FACTS, businessUserId: '' })
  reader.loadMissing(FACTS)
  await answer(ok(PLAN))
  expect(state.status).toBe('there')
})
