import { describe, expect, it } from 'vitest'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import { UNCONFIRMED_ORDER_MS } from '#shared/domain/purchase-polling.ts'
import { fail, ok } from '#shared/result.ts'
import { hangingReply, unreachableReply } from './scripted-api.ts'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  PACK_SKU_TYPE,
  SUBSCRIPTION_SKU_TYPE,
  payResultAnswer,
  unknownOrderAnswer,
  createWorld,
} from './order-world.ts'

describe('an order whose checkout reports a payment', () => {
  it('is polled six times, a second apart, and is late then', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    expect(await states()).toEqual(['confirming'])
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect(await states()).toEqual(['late'])
    expect(pollsAtMs()).toEqual([0, 1000, 2000, 3000, 4000, 5000])
  })

  it('is late for a day, polled with pauses from 10 s to 5 min, and closed then', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(DAY_MS - 1)
    expect(await states()).toEqual(['late'])
    const latePollsAtMs = pollsAtMs().slice(5)
    const pauses = latePollsAtMs.slice(1).map((atMs, index) => (atMs - (latePollsAtMs[index] ?? 0)) / 1000)
    expect(pauses.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 300, 300])
    expect(Math.max(...pauses)).toBe(300)
    await clock.advance(1)
    await clock.settle()
    expect([await states(), pollsAtMs().at(-1)]).toEqual([['closed'], DAY_MS])
    const pollCount = pollsAtMs().length
    await clock.advance(DAY_MS)
    expect(pollsAtMs()).toHaveLength(pollCount)
  })

  it.each([
    ['SUCCESS', 'success', [PACK_SKU_TYPE]],
    ['CLOSED', 'closed', []],
  ] as const)('ends with %s as %s', async (payResult, state, expectedSkuTypes) => {
    const { clock, answer, pollsAtMs, states, paidSkuTypes, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    answer(getOrderResult, () => payResultAnswer(payResult))
    await clock.advance(HOUR_MS)
    expect([await states(), paidSkuTypes, pollsAtMs()]).toEqual([[state], expectedSkuTypes, [0, 1000]])
  })

  it('is failed only when all six answers agree: an earlier one may be about the earlier card', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => payResultAnswer('FAILED'))
    await confirm()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), pollsAtMs().length]).toEqual([['failed'], 6])
  })

  it('is paid though the earlier poll still returns the declined card', async () => {
    const { clock, answer, states, paidSkuTypes, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    let sendAnswer = (): void => undefined
    answer(getOrderResult, () => new Promise((resolve) => (sendAnswer = () => resolve(payResultAnswer('FAILED')))))
    await clock.advance(MINUTE_MS)
    await confirm()
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    sendAnswer()
    await clock.settle()
    await clock.advance(1000)
    await clock.settle()
    expect([await states(), paidSkuTypes]).toEqual([['success'], [PACK_SKU_TYPE]])
  })

  it('counts no unanswered try among the six', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    answer(getOrderResult, unreachableReply)
    await clock.advance(7000)
    answer(getOrderResult, () => payResultAnswer('PENDING'))
    await clock.advance(5000)
    expect(pollsAtMs()).toEqual([0, 1000, 2000, 4000, 8000, 9000, 10_000, 11_000, 12_000])
    expect(await states()).toEqual(['late'])
  })

  it('is late after a minute without an answer, and polled as soon as the network is back', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track, watch, loop, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unreachableReply)
    await confirm()
    await clock.advance(MINUTE_MS - 1)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect(await states()).toEqual(['late'])
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    watch.endPauses()
    loop.wake()
    await clock.settle()
    expect([await states(), pollsAtMs().at(-1)]).toEqual([['success'], MINUTE_MS])
  })

  it.each(['H3009', 'H3013'] as const)('is not closed by %s, which is about the caller, when its day is over', async (code) => {
    const { clock, answer, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    answer(getOrderResult, () => fail({ code, retry: 'never' }))
    await track()
    await clock.advance(DAY_MS + HOUR_MS)
    expect(await states()).toEqual(['waiting'])
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await clock.advance(MINUTE_MS)
    expect(await states()).toEqual(['success'])
  })

  it('continues in a new worker', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const firstWorker = await startWorker()
    await firstWorker.track()
    await firstWorker.confirm()
    await clock.advance(2000)
    await firstWorker.loop.stop()
    await startWorker()
    await clock.advance(3000)
    await clock.settle()
    expect(pollsAtMs()).toEqual([0, 1000, 2000, 3000, 4000, 5000])
    expect(await states()).toEqual(['late'])
  })

  it('is not dropped when the server does not know it yet', async () => {
    const { clock, answer, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unknownOrderAnswer)
    await confirm()
    await clock.advance(HOUR_MS)
    expect(await states()).toEqual(['late'])
  })

  it('is polled a last time when its day was over before a worker started', async () => {
    const { clock, answer, states, paidSkuTypes, startWorker } = await createWorld()
    const firstWorker = await startWorker()
    await firstWorker.track({ skuType: SUBSCRIPTION_SKU_TYPE })
    answer(getOrderResult, hangingReply)
    await firstWorker.confirm()
    await firstWorker.loop.stop()
    await clock.advance(3 * DAY_MS)
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await startWorker()
    await clock.settle()
    expect([await states(), paidSkuTypes]).toEqual([['success'], [SUBSCRIPTION_SKU_TYPE]])
  })

  it('waits as long as the server asks for, if that is longer', async () => {
    const { clock, answer, pollsAtMs, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => fail({ code: 'H4022', retry: 'later', afterMs: 7000 }))
    await confirm()
    await clock.advance(7000)
    await clock.settle()
    expect(pollsAtMs()).toEqual([0, 7000])
  })
})

describe('an unconfirmed order', () => {
  it('is polled from a minute on, with growing pauses, and waits', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    await clock.advance(MINUTE_MS + 70_000)
    await clock.settle()
    expect(pollsAtMs().map((ms) => ms / 1000)).toEqual([60, 70, 90, 130])
    expect(await states()).toEqual(['waiting'])
  })

  it('is found paid though its tab died after the payment', async () => {
    const { clock, answer, states, paidSkuTypes, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ skuType: SUBSCRIPTION_SKU_TYPE })
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect([await states(), paidSkuTypes]).toEqual([['success'], [SUBSCRIPTION_SKU_TYPE]])
  })

  it('is closed when the server does not know it', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    answer(getOrderResult, unknownOrderAnswer)
    await clock.advance(HOUR_MS)
    expect([await states(), pollsAtMs()]).toEqual([['closed'], [MINUTE_MS]])
  })

  it('is closed after a day', async () => {
    const { clock, states, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    await clock.advance(DAY_MS)
    await clock.settle()
    expect(await states()).toEqual(['closed'])
  })
})

describe('a success', () => {
  it('is published once, for any number of later workers', async () => {
    const { clock, answer, paidSkuTypes, startWorker } = await createWorld()
    const firstWorker = await startWorker()
    await firstWorker.track()
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await firstWorker.confirm()
    await firstWorker.loop.stop()
    await startWorker()
    await clock.settle()
    expect(paidSkuTypes).toEqual([PACK_SKU_TYPE])
  })

  it('with a pending membership is published once, and again to a returned account and a next worker, until that is there', async () => {
    const { clock, paidSkuTypes, answer, startWorker } = await createWorld()
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    const { track, confirm, watch, loop } = await startWorker()
    await track({ skuType: SUBSCRIPTION_SKU_TYPE })
    await confirm()
    await confirm()
    expect(paidSkuTypes).toEqual([SUBSCRIPTION_SKU_TYPE])
    watch.reset()
    await confirm()
    expect(paidSkuTypes).toHaveLength(2)
    await loop.stop()
    const secondWorker = await startWorker()
    await clock.settle()
    expect(paidSkuTypes).toHaveLength(3)
    await secondWorker.watch.settlePaid()
    await secondWorker.loop.stop()
    await startWorker()
    await clock.settle()
    expect(paidSkuTypes).toHaveLength(3)
  })

  it('that a worker died during is published by the next one', async () => {
    const { clock, answer, paidSkuTypes, pollsAtMs, startWorker } = await createWorld()
    const firstWorker = await startWorker({ diesWhenPaid: true })
    await firstWorker.track()
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await firstWorker.confirm()
    await firstWorker.loop.stop()
    await startWorker()
    await clock.settle()
    expect([paidSkuTypes, pollsAtMs()]).toEqual([[PACK_SKU_TYPE], [0]])
  })

  it('is final: confirming it again sends no request', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await confirm()
    await confirm()
    await clock.advance(HOUR_MS)
    expect([await states(), pollsAtMs()]).toEqual([['success'], [0]])
  })
})

describe('the commands', () => {
  it('poll a failed order again that was paid with another card', async () => {
    const { clock, answer, states, paidSkuTypes, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, () => payResultAnswer('FAILED'))
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(await states()).toEqual(['failed'])
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    expect(await confirm()).toEqual(ok(null))
    expect([await states(), paidSkuTypes]).toEqual([['success'], [PACK_SKU_TYPE]])
  })

  it('do not restart the six tries when an order is confirmed twice', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(3000)
    await confirm()
    await clock.advance(2000)
    await clock.settle()
    expect([await states(), pollsAtMs().length]).toEqual([['late'], 6])
  })

  it('give a late order that is confirmed anew all its six tries again', async () => {
    const { clock, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await confirm()
    await clock.advance(6000)
    expect(await states()).toEqual(['late'])
    const pollsBefore = pollsAtMs().length
    await confirm()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), pollsAtMs().length - pollsBefore]).toEqual([['late'], 6])
  })

  it('report that an order is unknown, or another account’s', async () => {
    const { session, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    expect(await confirm('order-2')).toMatchObject({ ok: false, error: { code: 'H4023' } })
    session.account = 'account:2'
    expect(await confirm()).toMatchObject({ ok: false, error: { code: 'H4023' } })
  })

  it('delete an ended or waiting order, twice if needed, but none that is being confirmed', async () => {
    const { clock, orders, states, startWorker } = await createWorld()
    const { track, watch, confirm } = await startWorker()
    await track()
    await track({ payOrderId: 'order-2' })
    await confirm()
    expect(await watch.drop('order-1')).toMatchObject({ ok: false, error: { code: 'H4021' } })
    expect(await watch.drop('order-2')).toEqual(ok(null))
    expect(await watch.drop('order-2')).toEqual(ok(null))
    await clock.advance(10_000)
    expect(await states()).toEqual(['late'])
    expect(await watch.drop('order-1')).toMatchObject({ ok: false, error: { code: 'H4021' } })
    await clock.advance(DAY_MS)
    expect(await watch.drop('order-1')).toEqual(ok(null))
    expect(await orders()).toEqual([])
  })

  it('publish the effects of a success before it is deleted, however fast the page is', async () => {
    const { clock, answer, paidSkuTypes, orders, startWorker } = await createWorld()
    const { track } = await startWorker({ dropsAtSuccess: true })
    answer(getOrderResult, () => payResultAnswer('SUCCESS'))
    await track()
    await clock.advance(UNCONFIRMED_ORDER_MS)
    expect(await orders()).toEqual([])
    expect(paidSkuTypes).toEqual([PACK_SKU_TYPE])
  })

  it('delete no order of another account', async () => {
    const { session, orders, startWorker } = await createWorld()
    const { track, watch } = await startWorker()
    await track()
    session.account = 'account:2'
    await watch.drop('order-1')
    expect(await orders('account:1')).toHaveLength(1)
  })
})
