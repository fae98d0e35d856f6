import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { paymentEvent, payOrder } from '#server/database/payment-schema.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../../fixtures/start-test-server.ts'
import { signUp } from '../sign-up.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

async function buy(options: TestServerOptions) {
  server = await startTestServer(options)
  const { origin, database } = server
  const { client } = await signUp(server, 'ada@example.org', { headers: { origin } })
  const request = {
    skuId: 'points_300',
    currencyCode: 'USD',
    payType: 2,
    returnUrl: `${origin}/pay/success`,
    cancelUrl: `${origin}/pay/cancel`,
    integrationMethod: 'embedded',
    redirectOnCompletion: 'always',
  } as const
  const order = await client.get(createOrder, request, { idempotencyKey: randomUUID() })
  const press = (deed: string) => {
    const init = { method: 'POST', body: new URLSearchParams({ deed }), redirect: 'manual' } as const
    return options.listen === false ? server?.checkout?.request(order.checkoutUrl, init) : fetch(order.checkoutUrl, init)
  }
  const readState = async () => (await database.db.select().from(payOrder).where(eq(payOrder.id, order.payOrderId)))[0]?.state
  const readResult = () => client.get(getOrderResult, { payOrderId: order.payOrderId })
  return { order, press, readState, readResult, database }
}

for (const listen of [true, false]) {
  it(`the sandbox's events reach the app and add the points, ${listen ? 'over sockets' : 'without a socket'}`, async () => {
    const { order, press, readState, readResult, database } = await buy({ listen })
    expect((await press('pay'))?.status).toBe(303)
    await vi.waitUntil(async () => (await readState()) === 'SUCCESS', { timeout: 20_000 })
    expect(await readResult()).toMatchObject({ payResult: 'SUCCESS', points: 400 })
    const isSucceededEvent = and(eq(paymentEvent.orderId, order.payOrderId), eq(paymentEvent.type, 'v2.trades.succeeded'))
    expect(await database.db.select().from(paymentEvent).where(isSucceededEvent)).toHaveLength(1)
  })
}

it('a payment without an event is found by a poll', async () => {
  const { press, readResult, database } = await buy({ listen: false })
  await press('never')
  expect(await readResult()).toMatchObject({ payResult: 'SUCCESS', points: 400 })
  expect(await database.db.select().from(paymentEvent)).toEqual([])
})
