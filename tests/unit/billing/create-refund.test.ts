import { type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import { expect, it } from 'vitest'
import { createRefund } from '#src/billing/refunds/refund-dialog.tsx'

const INPUT = { id: 'p1', reason: 'mistake', offer: { amount: 499, points: 100 } } as const

function world(answers: readonly Result<{ state: 'requested' | 'refunded' | 'refused' }>[]) {
  const state = { isBusy: false }
  const story: string[] = []
  const left = [...answers]
  let made = 0
  const refund = createRefund({
    state,
    request: async ({ id, offer }, key) => {
      story.push(`ask ${id} ${offer.amount} ${key}`)
      return left.shift() ?? fail({ code: '40001', retry: 'later' })
    },
    refreshAccount: async () => void story.push('refresh'),
    makeKey: () => `k${(made += 1)}`,
  })
  return { state, story, refund }
}

const failed = (code: AppErrorCode, retry: 'never' | 'later') => fail({ code, retry })

it('asks between two readings of the account, and shows the result', async () => {
  for (const state of ['requested', 'refunded', 'refused'] as const) {
    const { story, refund, state: busy } = world([ok({ state })])
    expect(await refund.ask(INPUT)).toEqual({ kind: state })
    expect(story).toEqual(['refresh', 'ask p1 499 k1', 'refresh'])
    expect(busy.isBusy).toBe(false)
  }
})

it('asks once for a double press', async () => {
  const { story, refund } = world([ok({ state: 'refunded' })])
  const [first, second] = await Promise.all([refund.ask(INPUT), refund.ask(INPUT)])
  expect([first, second]).toEqual([{ kind: 'refunded' }, null])
  expect(story.filter((line) => line.startsWith('ask'))).toHaveLength(1)
})

it('shows that the result is unknown after a lost answer, and retries with the same key for the same amounts alone', async () => {
  const { story, refund } = world([
    failed('40001', 'later'),
    failed('40001', 'later'),
    ok({ state: 'refunded' }),
    ok({ state: 'refunded' }),
  ])
  expect(await refund.ask(INPUT)).toEqual({ kind: 'unknown' })
  await refund.ask({ ...INPUT, offer: { amount: 250, points: 50 } })
  await refund.ask(INPUT)
  await refund.ask(INPUT)
  expect(story.filter((line) => line.startsWith('ask'))).toEqual(['ask p1 499 k1', 'ask p1 250 k2', 'ask p1 499 k1', 'ask p1 499 k3'])
})

it('distinguishes other amounts from a refusal', async () => {
  const { refund } = world([failed('H4021', 'never'), failed('ORDER_STATUS_ERROR', 'never')])
  expect(await refund.ask(INPUT)).toEqual({ kind: 'changed' })
  expect(await refund.ask(INPUT)).toEqual({ kind: 'failed', error: { code: 'ORDER_STATUS_ERROR', retry: 'never' } })
})
