import { describe, expect, it } from 'vitest'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import { FencedOut } from '#workers/hub/runtime/hub-store.ts'
import { hangingReply, unreachableReply } from './scripted-api.ts'
import { MINUTE_MS, HOUR_MS, payResultAnswer, unknownOrderAnswer, createWorld } from './order-world.ts'

describe('the orders of another account', () => {
  it('are not polled', async () => {
    const { clock, session, pollsAtMs, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track()
    session.account = 'account:2'
    await clock.advance(HOUR_MS)
    expect(pollsAtMs()).toEqual([])
  })

  it('do not get an answer for the next account', async () => {
    const { clock, answer, session, orders, startWorker } = await createWorld()
    let sendAnswer = (): void => undefined
    answer(getOrderResult, () => new Promise((resolve) => (sendAnswer = () => resolve(unknownOrderAnswer()))))
    const { track } = await startWorker()
    await track()
    await clock.advance(MINUTE_MS)
    await clock.settle()
    session.account = 'account:2'
    sendAnswer()
    await clock.settle()
    expect((await orders('account:1')).map(({ state }) => state)).toEqual(['waiting'])
  })
})

describe('the loop over orders', () => {
  it('polls each by its own rhythm', async () => {
    const { clock, calls, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    await clock.advance(57_000)
    await track({ payOrderId: 'order-2' })
    await confirm('order-2')
    await clock.advance(5000)
    await clock.settle()
    const firstOrderCalls = calls.filter(({ input }) => (input as { payOrderId: string }).payOrderId === 'order-1')
    expect(firstOrderCalls.map(({ atMs }) => atMs)).toEqual([60_000])
    expect(calls.length - firstOrderCalls.length).toBe(6)
  })

  it('stops with a call in flight and changes nothing', async () => {
    const { clock, answer, pollsAtMs, states, startWorker } = await createWorld()
    const { track, confirm, loop } = await startWorker()
    await track()
    answer(getOrderResult, hangingReply)
    await confirm()
    await loop.stop()
    answer(getOrderResult, () => payResultAnswer('PENDING'))
    await startWorker()
    await clock.advance(4999)
    expect(await states()).toEqual(['confirming'])
    await clock.advance(1)
    await clock.settle()
    expect([await states(), pollsAtMs()]).toEqual([['late'], [0, 0, 1000, 2000, 3000, 4000, 5000]])
  })

  it('writes nothing once another worker has become the owner', async () => {
    const { clock, states, bugs, startWorker } = await createWorld()
    const frozenWorker = await startWorker()
    await frozenWorker.track()
    await startWorker().then(({ loop }) => loop.stop())
    await expect(frozenWorker.watch.confirm('order-1')).rejects.toThrow(FencedOut)
    await clock.advance(MINUTE_MS)
    await clock.settle()
    expect(bugs[0]).toBeInstanceOf(FencedOut)
    expect(await states()).toEqual(['waiting'])
  })

  it('polls an order at once when it is confirmed, for any present pause', async () => {
    const { clock, answer, pollsAtMs, startWorker } = await createWorld()
    const { track, confirm } = await startWorker()
    await track()
    answer(getOrderResult, unreachableReply)
    await clock.advance(10 * MINUTE_MS)
    const pollsBefore = pollsAtMs().length
    await confirm()
    expect(pollsAtMs().slice(pollsBefore)).toEqual([10 * MINUTE_MS])
  })

  it('is not delayed by a clock that was set back', async () => {
    const { clock, pollsAtMs, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ createdAtMs: clock.nowMs() + 5 * HOUR_MS, askedAtMs: clock.nowMs() + 5 * HOUR_MS })
    expect(pollsAtMs()).toEqual([0])
  })

  it('is not delayed by a clock that is set back while the network is down', async () => {
    const { clock, answer, pollsAtMs, setClockBack, startWorker } = await createWorld()
    const { track } = await startWorker()
    await track({ state: 'confirming', confirmedAtMs: clock.nowMs() })
    answer(getOrderResult, unreachableReply)
    await clock.advance(10 * MINUTE_MS)
    const pollsBefore = pollsAtMs().length
    setClockBack(2 * HOUR_MS)
    await clock.advance(5 * MINUTE_MS)
    expect(pollsAtMs().length).toBeGreaterThan(pollsBefore)
  })
})
