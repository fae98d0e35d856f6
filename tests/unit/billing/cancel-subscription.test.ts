import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it, vi } from 'vitest'
import { planEnd, createCanceller } from '#src/billing/cancel-dialog.tsx'

function createWorld() {
  const state = { busyOrderId: null as string | null }
  const log: string[] = []
  const pendingAnswers: ((answer: Result<unknown>) => void)[] = []
  let keyCount = 0
  const canceller = createCanceller({
    unsubscribe: (orderId, key) => {
      log.push(`ask ${orderId} ${key}`)
      return new Promise((resolve) => pendingAnswers.push(resolve))
    },
    refreshAccount: async () => void log.push('refresh'),
    onCancelled: (orderId) => log.push(`cancelled ${orderId}`),
    onFailed: ({ code, message }) => log.push(`failed ${code} ${message}`),
    makeKey: () => `k${(keyCount += 1)}`,
  })
  const confirm = (orderId: string) => canceller.confirm(orderId, (busyOrderId) => Object.assign(state, { busyOrderId }))
  const answer = async (result: Result<unknown>) => {
    await vi.waitFor(() => expect(pendingAnswers).toHaveLength(1))
    pendingAnswers.shift()?.(result)
  }
  return { state, log, confirm, answer }
}

const failure = (code: AppErrorCode, retry: 'never' | 'later', errorText: Pick<AppError, 'message' | 'detail'>): Result<never> =>
  fail({ code, retry, ...errorText })

it('reads the account anew, asks, reads it once more, and only then shows that it is cancelled', async () => {
  const { state, log, confirm, answer } = createWorld()
  const confirming = confirm('o1')
  expect(state.busyOrderId).toBe('o1')
  await answer(ok({ endsAt: 1 }))
  expect(await confirming).toBe(true)
  expect(log).toEqual(['refresh', 'ask o1 k1', 'refresh', 'cancelled o1'])
  expect(state.busyOrderId).toBeNull()
})

it('runs one cancellation at a time', async () => {
  const { log, confirm, answer } = createWorld()
  const firstConfirm = confirm('o1')
  expect(await confirm('o1')).toBe(false)
  expect(await confirm('o2')).toBe(false)
  await answer(ok({}))
  await firstConfirm
  expect(log.filter((line) => line.startsWith('ask'))).toEqual(['ask o1 k1'])
})

it('retries with the same key after a lost answer, so that it is no second cancellation', async () => {
  const { log, confirm, answer } = createWorld()
  const lostConfirm = confirm('o1')
  await answer(failure('40001', 'later', { detail: 'TypeError' }))
  expect(await lostConfirm).toBe(false)
  const retriedConfirm = confirm('o1')
  await answer(ok({}))
  expect(await retriedConfirm).toBe(true)
  const nextConfirm = confirm('o1')
  await answer(ok({}))
  await nextConfirm
  expect(log.filter((line) => line.startsWith('ask'))).toEqual(['ask o1 k1', 'ask o1 k1', 'ask o1 k2'])
})

it('shows the server’s message on a refusal, none without an answer, and restarts after a refusal', async () => {
  const { log, confirm, answer } = createWorld()
  const refusedConfirm = confirm('o1')
  await answer(failure('H4021', 'never', { message: 'Illegal operation' }))
  await refusedConfirm
  const lostConfirm = confirm('o1')
  await answer(failure('40001', 'later', { detail: 'TypeError' }))
  await lostConfirm
  const lines = log.filter((line) => line !== 'refresh')
  expect(lines).toEqual(['ask o1 k1', 'failed H4021 Illegal operation', 'ask o1 k2', 'failed 40001 undefined'])
})

it('shows that a plan ends with the paid time, and at once where its payment has failed, because nothing is paid', () => {
  expect(planEnd({ state: 'ACTIVE', endsAt: 7 }, 5)).toBe(7)
  expect(planEnd({ state: 'PAST_DUE', endsAt: 7 }, 5)).toBe('at once')
  expect(planEnd(null, 5)).toBe(5)
  expect(planEnd(null, null)).toBeNull()
})
