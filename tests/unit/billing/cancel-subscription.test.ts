import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it, vi } from 'vitest'
import { planEnd, createCanceller } from '#src/billing/cancel-dialog.tsx'

function world() {
  const state = { busyOrderId: null as string | null }
  const story: string[] = []
  const waiting: ((answer: Result<unknown>) => void)[] = []
  let made = 0
  const canceller = createCanceller({
    unsubscribe: (orderId, key) => {
      story.push(`ask ${orderId} ${key}`)
      return new Promise((resolve) => waiting.push(resolve))
    },
    refreshAccount: async () => void story.push('refresh'),
    onCancelled: (orderId) => story.push(`cancelled ${orderId}`),
    onFailed: ({ code, message }) => story.push(`failed ${code} ${message}`),
    makeKey: () => `k${(made += 1)}`,
  })
  const confirm = (orderId: string) => canceller.confirm(orderId, (busyOrderId) => Object.assign(state, { busyOrderId }))
  const answer = async (next: Result<unknown>) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.(next)
  }
  return { state, story, confirm, answer }
}

const failed = (code: AppErrorCode, retry: 'never' | 'later', said: Pick<AppError, 'message' | 'detail'>): Result<never> =>
  fail({ code, retry, ...said })

it('reads the account anew, asks, reads it once more, and only then shows that it is cancelled', async () => {
  const { state, story, confirm, answer } = world()
  const done = confirm('o1')
  expect(state.busyOrderId).toBe('o1')
  await answer(ok({ endsAt: 1 }))
  expect(await done).toBe(true)
  expect(story).toEqual(['refresh', 'ask o1 k1', 'refresh', 'cancelled o1'])
  expect(state.busyOrderId).toBeNull()
})

it('runs one cancellation at a time', async () => {
  const { story, confirm, answer } = world()
  const first = confirm('o1')
  expect(await confirm('o1')).toBe(false)
  expect(await confirm('o2')).toBe(false)
  await answer(ok({}))
  await first
  expect(story.filter((line) => line.startsWith('ask'))).toEqual(['ask o1 k1'])
})

it('retries with the same key after a lost answer, so that it is no second cancellation', async () => {
  const { story, confirm, answer } = world()
  const lost = confirm('o1')
  await answer(failed('40001', 'later', { detail: 'TypeError' }))
  expect(await lost).toBe(false)
  const again = confirm('o1')
  await answer(ok({}))
  expect(await again).toBe(true)
  const next = confirm('o1')
  await answer(ok({}))
  await next
  expect(story.filter((line) => line.startsWith('ask'))).toEqual(['ask o1 k1', 'ask o1 k1', 'ask o1 k2'])
})

it('shows the server’s message on a refusal, none without an answer, and restarts after a refusal', async () => {
  const { story, confirm, answer } = world()
  const refused = confirm('o1')
  await answer(failed('H4021', 'never', { message: 'Illegal operation' }))
  await refused
  const lost = confirm('o1')
  await answer(failed('40001', 'later', { detail: 'TypeError' }))
  await lost
  const lines = story.filter((line) => line !== 'refresh')
  expect(lines).toEqual(['ask o1 k1', 'failed H4021 Illegal operation', 'ask o1 k2', 'failed 40001 undefined'])
})

it('shows that a plan ends with the paid time, and at once where its payment has failed, because nothing is paid', () => {
  expect(planEnd({ state: 'ACTIVE', endsAt: 7 }, 5)).toBe(7)
  expect(planEnd({ state: 'PAST_DUE', endsAt: 7 }, 5)).toBe('at once')
  expect(planEnd(null, 5)).toBe(5)
  expect(planEnd(null, null)).toBeNull()
})
