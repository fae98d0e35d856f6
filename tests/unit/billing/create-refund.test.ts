import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { createRefund } from '#src/billing/refunds/refund-dialog.tsx'

const REFUND_INPUT = { id: 'p1', reason: 'mistake', offer: { amount: 499, points: 100 } } as const

function createWorld(answers: readonly Result<{ state: 'requested' | 'refunded' | 'refused' }>[]) {
  const state = { isBusy: false }
  const log: string[] = []
  const remainingAnswers = [...answers]
  let keyCount = 0
  const refund = createRefund({
    request: async ({ id, offer }, key) => {
      log.push(`ask ${id} ${offer.amount} ${key}`)
      return remainingAnswers.shift() ?? fail({ code: '40001', retry: 'later' })
    },
    refreshAccount: async () => void log.push('refresh'),
    makeKey: () => `k${(keyCount += 1)}`,
  })
  const ask = (input: Parameters<typeof refund.ask>[0]) => refund.ask(input, (isBusy) => Object.assign(state, { isBusy }))
  return { state, log, ask }
}

const failure = (code: AppErrorCode, retry: 'never' | 'later') => fail({ code, retry })

it('asks between two readings of the account, and shows the result', async () => {
  for (const state of ['requested', 'refunded', 'refused'] as const) {
    const { log, ask, state: refundState } = createWorld([ok({ state })])
    expect(await ask(REFUND_INPUT)).toEqual({ kind: state })
    expect(log).toEqual(['refresh', 'ask p1 499 k1', 'refresh'])
    expect(refundState.isBusy).toBe(false)
  }
})

it('asks once for a double press', async () => {
  const { log, ask } = createWorld([ok({ state: 'refunded' })])
  const [firstResult, secondResult] = await Promise.all([ask(REFUND_INPUT), ask(REFUND_INPUT)])
  expect([firstResult, secondResult]).toEqual([{ kind: 'refunded' }, null])
  expect(log.filter((line) => line.startsWith('ask'))).toHaveLength(1)
})

it('says that nobody knows after a lost answer, and asks again with the same key for the same amounts alone', async () => {
  const { log, ask } = createWorld([
    failure('40001', 'later'),
    failure('40001', 'later'),
    ok({ state: 'refunded' }),
    ok({ state: 'refunded' }),
  ])
  expect(await ask(REFUND_INPUT)).toEqual({ kind: 'unknown' })
  await ask({ ...REFUND_INPUT, offer: { amount: 250, points: 50 } })
  await ask(REFUND_INPUT)
  await ask(REFUND_INPUT)
  expect(log.filter((line) => line.startsWith('ask'))).toEqual(['ask p1 499 k1', 'ask p1 250 k2', 'ask p1 499 k1', 'ask p1 499 k3'])
})

it('tells other amounts from a refusal', async () => {
  const { ask } = createWorld([failure('H4021', 'never'), failure('ORDER_STATUS_ERROR', 'never')])
  expect(await ask(REFUND_INPUT)).toEqual({ kind: 'changed' })
  expect(await ask(REFUND_INPUT)).toEqual({ kind: 'failed', error: { code: 'ORDER_STATUS_ERROR', retry: 'never' } })
})
