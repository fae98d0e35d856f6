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
    request: async ({ id, offer }, key) => {
      story.push(`ask ${id} ${offer.amount} ${key}`)
      return left.shift() ?? fail({ code: '40001', retry: 'later' })
    },
    refreshAccount: async () => void story.push('refresh'),
    makeKey: () => `k${(made += 1)}`,
  })
  const ask = (input: Parameters<typeof refund.ask>[0]) => refund.ask(input, (isBusy) => Object.assign(state, { isBusy }))
  return { state, story, ask }
}

const failed = (code: AppErrorCode, retry: 'never' | 'later') => fail({ code, retry })

it('asks between two readings of the account, and shows the result', async () => {
  for (const state of ['requested', 'refunded', 'refused'] as const) {
    const { story, ask, state: busy } = world([ok({ state })])
    expect(await ask(INPUT)).toEqual({ kind: state })
    expect(story).toEqual(['refresh', 'ask p1 499 k1', 'refresh'])
    expect(busy.isBusy).toBe(false)
  }
})

it('asks once for a double press', async () => {
  const { story, ask } = world([ok({ state: 'refunded' })])
  const [first, second] = await Promise.all([ask(INPUT), ask(INPUT)])
  expect([first, second]).toEqual([{ kind: 'refunded' }, null])
  expect(story.filter((line) => line.startsWith('ask'))).toHaveLength(1)
})

it('says that nobody knows after a lost answer, and asks again with the same key for the same amounts alone', async () => {
  const { story, ask } = world([failed('40001', 'later'), failed('40001', 'later'), ok({ state: 'refunded' }), ok({ state: 'refunded' })])
  expect(await ask(INPUT)).toEqual({ kind: 'unknown' })
  await ask({ ...INPUT, offer: { amount: 250, points: 50 } })
  await ask(INPUT)
  await ask(INPUT)
  expect(story.filter((line) => line.startsWith('ask'))).toEqual(['ask p1 499 k1', 'ask p1 250 k2', 'ask p1 499 k1', 'ask p1 499 k3'])
})

it('tells other amounts from a refusal', async () => {
  const { ask } = world([failed('H4021', 'never'), failed('ORDER_STATUS_ERROR', 'never')])
  expect(await ask(INPUT)).toEqual({ kind: 'changed' })
  expect(await ask(INPUT)).toEqual({ kind: 'failed', error: { code: 'ORDER_STATUS_ERROR', retry: 'never' } })
})
