import type { OrderRef } from '#server/billing/providers/payment-provider.ts'
import type { SandboxWorld } from '../../fixtures/payment/sandbox-world.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { PAYMENT_GRACE_MS, TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { withSandboxWorld } from '../../fixtures/payment/with-sandbox-world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS

let world: SandboxWorld
const startWorldAt = withSandboxWorld((openedWorld) => {
  world = openedWorld
})

const paidOrder = async (skuId: string) => {
  const order = await world.order(skuId)
  await world.press(order, 'pay')
  return order
}
const paidTimesOf = async (order: OrderRef) => (await world.subscriptionOf(order)).cycles.map(({ paidAtMs }) => paidAtMs)
const refuseCard = (isCardRefused: boolean) => world.db.update(sandboxSubscription).set({ isCardRefused })
const datesOf = (times: readonly number[]) => times.map((ms) => new Date(ms).toISOString())

describe('renewals', () => {
  it('bill a week at a time, each at its own time, after five weeks without a run', async () => {
    const order = await paidOrder('premium_weekly')
    const startMs = world.nowMs()
    await world.passTo(startMs + 5 * WEEK_MS + DAY_MS)
    expect(await paidTimesOf(order)).toEqual([0, 1, 2, 3, 4, 5].map((n) => startMs + n * WEEK_MS))
    const { state, cycles, periodEndMs } = await world.subscriptionOf(order)
    expect({ state, periodEndMs }).toEqual({ state: 'active', periodEndMs: startMs + 6 * WEEK_MS })
    expect(cycles.map(({ cycle, amountCents }) => [cycle, amountCents])).toEqual([1, 2, 3, 4, 5, 6].map((cycle) => [cycle, 999]))
    expect(world.receivedTypes().filter((type) => type === 'v2.invoice.paid')).toHaveLength(6)
  })

  it('turn a trial into the paid plan, a week after it began', async () => {
    const order = await paidOrder('basic_free_trial')
    const startMs = world.nowMs()
    await world.passTo(startMs + TRIAL_MS - 1)
    expect((await world.subscriptionOf(order)).state).toBe('trial')
    await world.passTo(startMs + TRIAL_MS)
    const { state, cycles } = await world.subscriptionOf(order)
    expect(state).toBe('active')
    expect(cycles.map(({ cycle, amountCents, startsAtMs }) => [cycle, amountCents, startsAtMs - startMs])).toEqual([
      [0, 0, 0],
      [1, 999, TRIAL_MS],
    ])
  })

  it('retain the date of a year that began on a leap day', async () => {
    await startWorldAt(Date.UTC(2028, 1, 29, 23, 30))
    const order = await paidOrder('premium_yearly')
    await world.passTo(Date.UTC(2033, 0, 1))
    expect(datesOf(await paidTimesOf(order))).toEqual([
      '2028-02-29T23:30:00.000Z',
      '2029-02-28T23:30:00.000Z',
      '2030-02-28T23:30:00.000Z',
      '2031-02-28T23:30:00.000Z',
      '2032-02-29T23:30:00.000Z',
    ])
  })

  it('charge nothing twice when two processes run them at the same time, again and again', async () => {
    const order = await paidOrder('premium_weekly')
    world.sleepUntil(world.nowMs() + 3 * WEEK_MS)
    await Promise.all([world.sandbox.tick(), world.sandbox.tick(), world.truth(order)])
    await world.sandbox.tick()
    expect((await world.subscriptionOf(order)).cycles).toHaveLength(4)
    expect(new Set(world.receivedEvents.map(({ eventId }) => eventId)).size).toBe(world.receivedEvents.length)
    expect(world.receivedTypes().filter((type) => type === 'v2.invoice.paid')).toHaveLength(4)
  })

  it('are in the truth as soon as they are due, before the billing', async () => {
    const order = await paidOrder('premium_weekly')
    world.sleepUntil(world.nowMs() + 2 * WEEK_MS)
    expect((await world.subscriptionOf(order)).cycles).toHaveLength(3)
  })
})

describe('a renewal that fails', () => {
  it('is retried each day, and then retains its dates', async () => {
    const order = await paidOrder('premium_weekly')
    const dueMs = world.nowMs() + WEEK_MS
    await refuseCard(true)
    await world.passTo(dueMs + DAY_MS)
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'past_due', periodEndMs: dueMs, cycles: [{ cycle: 1 }] })
    await refuseCard(false)
    await world.passTo(dueMs + 2 * DAY_MS)
    const { state, cycles, periodEndMs } = await world.subscriptionOf(order)
    expect({ state, periodEndMs }).toEqual({ state: 'active', periodEndMs: dueMs + WEEK_MS })
    expect(cycles.at(-1)).toMatchObject({ cycle: 2, startsAtMs: dueMs, paidAtMs: dueMs + 2 * DAY_MS })
    expect(world.receivedTypes().slice(3)).toEqual([
      'v2.invoice.payment_failed',
      'v2.subscription.past_due',
      'v2.invoice.payment_failed',
      'v2.trades.succeeded',
      'v2.invoice.paid',
    ])
  })

  it('ends the subscription after the grace, and nothing is billed any more', async () => {
    const order = await paidOrder('premium_weekly')
    const dueMs = world.nowMs() + WEEK_MS
    await refuseCard(true)
    await world.passTo(dueMs + PAYMENT_GRACE_MS - 1)
    expect((await world.subscriptionOf(order)).state).toBe('past_due')
    await world.passTo(dueMs + 9 * WEEK_MS)
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'ended', endedAtMs: dueMs + PAYMENT_GRACE_MS, cycles: [{ cycle: 1 }] })
    expect(world.receivedTypes().at(-1)).toBe('v2.subscription.canceled')
  })

  it('ends it at once when it is cancelled meanwhile', async () => {
    const order = await paidOrder('premium_weekly')
    await refuseCard(true)
    await world.passTo(world.nowMs() + WEEK_MS)
    await world.provider.cancelSubscription((await world.subscriptionOf(order)).ref, 'period_end')
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'ended', endedAtMs: world.nowMs() })
  })
})

describe('a cancelled subscription', () => {
  it('runs to the end of the paid time, is charged no more, and stays cancelled for a repeat', async () => {
    const order = await paidOrder('premium_weekly')
    const [startMs, { ref }] = [world.nowMs(), await world.subscriptionOf(order)]
    await world.passTo(startMs + DAY_MS)
    expect(await world.provider.cancelSubscription(ref, 'period_end')).toEqual({ ok: true, value: null })
    await world.passTo(startMs + 2 * DAY_MS)
    await world.provider.cancelSubscription(ref, 'period_end')
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'active', cancelledAtMs: startMs + DAY_MS, endedAtMs: null })
    await world.passTo(startMs + 3 * WEEK_MS)
    const endedSubscription = await world.subscriptionOf(order)
    expect(endedSubscription).toMatchObject({
      state: 'ended',
      cancelledAtMs: startMs + DAY_MS,
      endedAtMs: startMs + WEEK_MS,
      cycles: [{ cycle: 1 }],
    })
    expect(await world.provider.cancelSubscription(ref, 'now')).toEqual({ ok: true, value: null })
    expect(await world.subscriptionOf(order)).toEqual(endedSubscription)
  })

  it('renews again when the cancellation is undone before its end, and reports it once', async () => {
    const order = await paidOrder('premium_weekly')
    const [startMs, { ref }] = [world.nowMs(), await world.subscriptionOf(order)]
    await world.provider.cancelSubscription(ref, 'period_end')
    for (let count = 0; count < 2; count += 1) expect(await world.provider.resumeSubscription(ref)).toEqual({ ok: true, value: null })
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'active', cancelledAtMs: null })
    await world.passTo(startMs + WEEK_MS)
    expect((await world.subscriptionOf(order)).cycles).toHaveLength(2)
    expect(world.receivedTypes().filter((type) => type === 'v2.subscription.cancellation_revoked')).toHaveLength(1)
    await world.provider.cancelSubscription(ref, 'period_end')
    world.sleepUntil(startMs + 2 * WEEK_MS)
    expect(await world.provider.resumeSubscription(ref)).toEqual({ ok: false, error: 'refused' })
    expect(await world.provider.resumeSubscription('nothing')).toEqual({ ok: false, error: 'unknown' })
    expect(await world.provider.payNow('nothing', 'k1')).toEqual({ ok: false, error: 'unknown' })
    expect(await world.provider.openCardPage('nothing', 'http://localhost:9000/')).toEqual({ ok: false, error: 'unknown' })
    expect(await world.provider.openCardPage(ref, 'https://evil.example/')).toEqual({ ok: false, error: 'refused' })
  })

  it('ends now on request', async () => {
    const order = await paidOrder('basic_free_trial')
    await world.passTo(world.nowMs() + DAY_MS)
    await world.provider.cancelSubscription((await world.subscriptionOf(order)).ref, 'now')
    expect(await world.subscriptionOf(order)).toMatchObject({ state: 'ended', endedAtMs: world.nowMs(), cancelledAtMs: world.nowMs() })
  })

  it('is named by its order, and unknown without one', async () => {
    const order = await paidOrder('premium_weekly')
    const { ref } = await world.subscriptionOf(order)
    expect(await world.provider.orderOfSubscription(ref)).toEqual({ ok: true, value: order.payOrderId })
    expect(await world.provider.orderOfSubscription('nothing')).toEqual({ ok: false, error: 'unknown' })
    expect(await world.provider.cancelSubscription('nothing', 'now')).toEqual({ ok: false, error: 'unknown' })
  })
})

describe('by hand in the sandbox', () => {
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const headers = { host: '127.0.0.1:9001', origin: 'http://127.0.0.1:9001' }
  const press = async (id: string, deed: string, otherHeaders = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...otherHeaders }, body: new URLSearchParams({ id, deed }) }
    const response = await world.sandbox.app.request('/', init, env)
    await world.sandbox.stop()
    return response.status
  }

  it('money is refunded whole and once, of a pack and of a cycle, and an event reports it', async () => {
    const [packOrder, planOrder] = [await paidOrder('points_100'), await paidOrder('premium_weekly')]
    const { ref } = await world.truth(packOrder)
    expect(await press(ref, 'refund')).toBe(303)
    await press(ref, 'refund')
    expect(await world.truth(packOrder)).toMatchObject({ state: 'succeeded', refundedCents: 499 })
    const [cycle] = (await world.subscriptionOf(planOrder)).cycles
    await press(cycle?.ref ?? '', 'refund')
    expect((await world.subscriptionOf(planOrder)).cycles).toMatchObject([{ cycle: 1, amountCents: 999, refundedCents: 999 }])
    expect(world.receivedEvents.slice(4)).toMatchObject([
      { type: 'v2.refunds.succeeded', payOrderId: packOrder.payOrderId },
      { type: 'v2.refunds.succeeded', payOrderId: planOrder.payOrderId },
      { type: 'v2.invoice.refunded', payOrderId: planOrder.payOrderId },
    ])
  })

  it('withheld messages are sent, and others again under the same id', async () => {
    const order = await world.order('points_100')
    await world.press(order, 'never')
    const { ref } = await world.truth(order)
    for (let count = 0; count < 2; count += 1) await press(ref, 'tell')
    expect(world.receivedEvents).toHaveLength(2)
    expect(world.receivedEvents[0]).toEqual(world.receivedEvents[1])
  })

  it('the next renewals can be set to fail and to be paid again', async () => {
    const order = await paidOrder('premium_weekly')
    const { ref, periodEndMs } = await world.subscriptionOf(order)
    await press(ref, 'refuse')
    await world.passTo(periodEndMs)
    expect((await world.subscriptionOf(order)).state).toBe('past_due')
    const page = await (await world.sandbox.app.request('/', { headers }, env)).text()
    expect(page).toContain('Make renewals succeed')
    await press(ref, 'accept')
    await world.passTo(periodEndMs + DAY_MS)
    expect((await world.subscriptionOf(order)).state).toBe('active')
  })

  it('its forms name their page, which authorises them', async () => {
    const page = await world.sandbox.app.request('/', { headers }, env)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
  })

  it('all other callers are refused: another computer, another name of this one, a form of another page', async () => {
    const order = await paidOrder('points_100')
    const { ref } = await world.truth(order)
    const otherComputer = { incoming: { socket: { remoteAddress: '192.168.1.7' } } }
    expect((await world.sandbox.app.request('/', { headers }, otherComputer)).status).toBe(404)
    expect((await world.sandbox.app.request('/', { headers: { ...headers, host: 'evil.example' } }, env)).status).toBe(404)
    expect(await press(ref, 'refund', { origin: 'http://evil.example' })).toBe(404)
    expect(await press(ref, 'refund', { origin: '' })).toBe(404)
    expect(await world.truth(order)).toMatchObject({ refundedCents: 0 })
    expect(await world.db.select().from(sandboxSubscription).where(eq(sandboxSubscription.id, ref))).toEqual([])
  })
})
