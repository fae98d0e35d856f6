import { describe, expect, it } from 'vitest'
import { sandboxCharge, sandboxEvent, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { CHECKOUT_LIFETIME_MS } from '#server/billing/providers/sandbox/open-session.ts'
import { LATE_EVENT_MS } from '#server/billing/providers/sandbox/checkout-actions.ts'
import { TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { type SandboxWorld, SANDBOX_ORIGIN, SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { withSandboxWorld } from '../../fixtures/payment/with-sandbox-world.ts'

let world: SandboxWorld
withSandboxWorld((openedWorld) => {
  world = openedWorld
})

describe('a session', () => {
  it('is the same one when it is opened again for the same order', async () => {
    const [firstOrder, secondOrder] = await Promise.all([
      world.order('points_300', { payOrderId: 'same' }),
      world.order('points_300', { payOrderId: 'same' }),
    ])
    expect(secondOrder).toEqual(firstOrder)
    expect(await world.db.select().from(sandboxSession)).toHaveLength(1)
  })

  it('opens at the sandbox, uses the merchant’s price for a pack, and redirects to the merchant alone', async () => {
    const order = await world.order('points_300', { amountCents: 599 })
    expect(order.checkoutUrl).toBe(`${SANDBOX_ORIGIN}/checkout/${order.sessionId}`)
    expect(await world.page(order)).toContain('Pay 5.99 USD')
    const response = await world.sandbox.app.request(`/checkout/${order.sessionId}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${SHOP_ORIGIN}`)
    expect(policy).toContain(`form-action 'self' ${SHOP_ORIGIN}`)
    expect(policy).toContain("default-src 'none'")
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('uses the price of a plan, whatever amount the merchant names', async () => {
    const order = await world.order('premium_yearly', { amountCents: 1 })
    await world.press(order, 'pay')
    expect(await world.truth(order)).toMatchObject({ state: 'succeeded', amountCents: 4999 })
  })
})

describe('the checkout', () => {
  it('is not found at an address with a zero byte, and a form that is too large or broken pays nothing', async () => {
    const { app } = world.sandbox
    expect((await app.request('/checkout/%00')).status).toBe(404)
    expect((await app.request('/checkout/%00', { method: 'POST', body: 'deed=pay' })).status).toBe(404)
    const { sessionId } = await world.order('points_100')
    const post = (body: string, type: string) =>
      app.request(`/checkout/${sessionId}`, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await post(`deed=pay&more=${'x'.repeat(5000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
    expect((await post('no boundary here', 'multipart/form-data')).status).toBe(303)
    expect(await world.db.select().from(sandboxCharge)).toEqual([])
  })

  it('shows the charge now and later', async () => {
    expect(await world.page(await world.order('basic_free_trial'))).toContain(
      'Free until 11 January 2027, then 9.99 USD every week until you cancel.',
    )
    expect(await world.page(await world.order('premium_yearly'))).toContain('From 4 January 2028: 49.99 USD every year until you cancel.')
    expect(await world.page(await world.order('points_100'))).toContain('One-time payment. It never renews.')
  })

  it('makes one trade of two parallel presses of Pay, and returns both', async () => {
    const order = await world.order('premium_weekly')
    const responses = await Promise.all([world.press(order, 'pay'), world.press(order, 'pay')])
    for (const response of responses) {
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(`${SHOP_ORIGIN}/pay/success?payOrderId=order-1`)
    }
    expect(await world.db.select().from(sandboxCharge)).toHaveLength(1)
    expect(await world.db.select().from(sandboxSubscription)).toHaveLength(1)
    expect(world.receivedTypes().toSorted()).toEqual(['v2.invoice.paid', 'v2.subscription.first', 'v2.trades.succeeded'])
  })

  it('leaves a paid order paid, whatever the user presses after a step back', async () => {
    const order = await world.order('points_100')
    await world.press(order, 'pay')
    for (const deed of ['decline', 'cancel', 'never'] as const) await world.press(order, deed)
    expect(await world.truth(order)).toMatchObject({ state: 'succeeded', amountCents: 499, paymentMethod: 13 })
    expect(await world.page(order)).toContain('Payment complete')
  })

  it('stays with a sentence after a declined card, and accepts another one', async () => {
    const order = await world.order('points_100')
    const response = await world.press(order, 'decline')
    expect(response.headers.get('location')).toBe(`/checkout/${order.sessionId}`)
    expect(await world.page(order)).toContain("The card was declined, and you weren't charged.")
    expect(await world.truth(order)).toMatchObject({ state: 'failed', paidAtMs: null })
    await world.press(order, 'pay')
    expect(await world.truth(order)).toMatchObject({ state: 'succeeded', paidAtMs: world.nowMs() })
    expect(await world.db.select().from(sandboxCharge)).toHaveLength(1)
    expect(world.receivedTypes()).toEqual(['v2.trades.payment_failed', 'v2.trades.succeeded'])
  })

  it('closes after a cancel and after a call of the merchant, and accepts no payment then', async () => {
    const order = await world.order('points_100')
    const response = await world.press(order, 'cancel')
    expect(response.headers.get('location')).toBe(`${SHOP_ORIGIN}/pay/cancel?payOrderId=order-1`)
    expect(world.receivedEvents).toMatchObject([{ type: 'v2.session.expire', payOrderId: 'order-1' }])
    await world.press(order, 'pay')
    expect(await world.truth(order)).toMatchObject({ state: 'closed' })
    const declinedOrder = await world.order('points_100')
    await world.press(declinedOrder, 'decline')
    expect(await world.provider.closeCheckout(declinedOrder)).toEqual({ ok: true, value: null })
    await world.press(declinedOrder, 'pay')
    expect(await world.truth(declinedOrder)).toMatchObject({ state: 'closed' })
    expect(await world.page(declinedOrder)).toContain('You weren&#39;t charged.')
  })

  it('expires after a day, and leaves a paid one unchanged when the merchant closes it', async () => {
    const [openOrder, paidOrder] = [await world.order('points_100'), await world.order('points_100')]
    await world.press(paidOrder, 'pay')
    world.sleepUntil(world.nowMs() + CHECKOUT_LIFETIME_MS)
    await world.press(openOrder, 'pay')
    expect(await world.truth(openOrder)).toMatchObject({ state: 'closed' })
    expect((await world.provider.closeCheckout(paidOrder)).ok).toBe(true)
    expect(await world.truth(paidOrder)).toMatchObject({ state: 'succeeded' })
  })

  it('shows that it is paid instead of a redirect on request', async () => {
    const order = await world.order('points_100', { goesBack: false })
    const response = await world.press(order, 'pay')
    expect(response.headers.get('location')).toBe(`/checkout/${order.sessionId}`)
  })

  it('begins a trial with nothing charged, and its first paid week after it', async () => {
    const order = await world.order('basic_free_trial')
    await world.press(order, 'pay')
    const startMs = world.nowMs()
    expect(await world.truth(order)).toMatchObject({ state: 'succeeded', amountCents: 0 })
    expect(await world.subscriptionOf(order)).toMatchObject({
      state: 'trial',
      periodStartMs: startMs,
      periodEndMs: startMs + TRIAL_MS,
      cycles: [{ cycle: 0, amountCents: 0, startsAtMs: startMs, endsAtMs: startMs + TRIAL_MS }],
    })
  })

  it('answers an unknown address with a page, and an unknown act without an effect', async () => {
    expect((await world.sandbox.app.request('/checkout/nothing')).status).toBe(404)
    const order = await world.order('points_100')
    const body = new URLSearchParams({ deed: 'give' })
    expect((await world.sandbox.app.request(`/checkout/${order.sessionId}`, { method: 'POST', body })).status).toBe(303)
    expect(await world.truth(order)).toMatchObject({ state: 'pending' })
  })
})

describe('events', () => {
  it('arrive at once, an hour late, or never, and the truth can be polled all the same', async () => {
    const [promptOrder, lateOrder, silentOrder] = [
      await world.order('points_100'),
      await world.order('points_300'),
      await world.order('points_800'),
    ]
    await world.press(promptOrder, 'pay')
    await world.press(lateOrder, 'late')
    await world.press(silentOrder, 'never')
    expect(world.receivedEvents.map(({ payOrderId }) => payOrderId)).toEqual([promptOrder.payOrderId])
    for (const order of [promptOrder, lateOrder, silentOrder]) expect(await world.truth(order)).toMatchObject({ state: 'succeeded' })
    await world.passTo(world.nowMs() + LATE_EVENT_MS - 1)
    expect(world.receivedEvents).toHaveLength(1)
    await world.passTo(world.nowMs() + 1)
    expect(world.receivedEvents.map(({ payOrderId }) => payOrderId)).toEqual([promptOrder.payOrderId, lateOrder.payOrderId])
    await world.passTo(world.nowMs() + 30 * 24 * LATE_EVENT_MS)
    expect(world.receivedEvents).toHaveLength(2)
  })

  it('are sent again with growing pauses until they are accepted, by another process too', async () => {
    world.answers(500)
    await world.press(await world.order('points_100'), 'pay')
    const pauses: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const [row] = await world.db.select().from(sandboxEvent)
      pauses.push((row?.dueAtMs ?? 0) - world.nowMs())
      if (round === 3) world.restart()
      await world.passTo(row?.dueAtMs ?? 0)
    }
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 160_000])
    expect(world.attempts).toHaveLength(7)
    world.answers(200)
    await world.passTo(world.nowMs() + LATE_EVENT_MS)
    await world.passTo(world.nowMs() + LATE_EVENT_MS)
    expect(world.receivedEvents).toHaveLength(1)
    expect(world.attempts).toHaveLength(8)
  })

  it('are dropped after more than three days', async () => {
    world.answers(404)
    await world.press(await world.order('points_100'), 'pay')
    const startMs = world.nowMs()
    for (;;) {
      const [row] = await world.db.select().from(sandboxEvent)
      if (row?.dueAtMs === null || row === undefined) break
      await world.passTo(row.dueAtMs)
    }
    expect(world.nowMs() - startMs).toBeGreaterThan(3 * 24 * LATE_EVENT_MS)
    expect(world.nowMs() - startMs).toBeLessThan(7 * 24 * LATE_EVENT_MS)
  })

  it('are delivered once by two parallel rounds', async () => {
    world.answers(500)
    await world.press(await world.order('points_100'), 'pay')
    world.answers(200)
    world.sleepUntil(world.nowMs() + 5000)
    await Promise.all([world.sandbox.tick(), world.sandbox.tick()])
    expect(world.receivedEvents).toHaveLength(1)
  })
})
