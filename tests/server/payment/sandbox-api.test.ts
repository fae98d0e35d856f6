import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callSignature, SIGNED_WINDOW_MS } from '#server/billing/providers/subotiz/wire.ts'
import { type SandboxWorld, openSandboxWorld, SANDBOX_KEYS, SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'

const database = await openTestDatabase()
let world: SandboxWorld
beforeAll(async () => {
  world = await openSandboxWorld(database)
})
afterAll(() => database.close())

const PATH = '/api/v1/session'
const SESSION = {
  order_id: 'order-1',
  line_items: [{ price_id: 'points_100', quantity: '1' }],
  mode: 'payment',
  total_amount: '4.99',
  return_url: `${SHOP_ORIGIN}/pay/success`,
  cancel_url: `${SHOP_ORIGIN}/pay/cancel`,
}

interface Change {
  readonly atMs?: number
  readonly secret?: string
  readonly accessNo?: string
  readonly sentBody?: object
  readonly path?: string
}

async function post(body: object, change: Change = {}): Promise<number> {
  const { atMs = world.nowMs(), secret = SANDBOX_KEYS.secret, accessNo = SANDBOX_KEYS.accessNo, sentBody = body, path = PATH } = change
  const timestamp = String(atMs)
  const signature = callSignature(secret, 'POST', PATH, timestamp, JSON.stringify(body))
  const headers = { 'hub-access-no': accessNo, 'hub-timestamp': timestamp, 'hub-signature': signature }
  const response = await world.sandbox.app.request(path, { method: 'POST', headers, body: JSON.stringify(sentBody) })
  return response.status
}

describe('the calls of the sandbox', () => {
  it('are answered when they are signed, and rejected otherwise', async () => {
    expect(await post(SESSION)).toBe(200)
    expect(await post(SESSION, { secret: 'guess' })).toBe(401)
    expect(await post(SESSION, { accessNo: 'somebody' })).toBe(401)
    expect(await post(SESSION, { sentBody: { ...SESSION, total_amount: '0.01' } })).toBe(401)
    expect(await post(SESSION, { path: `${PATH}?more` })).toBe(401)
    expect(await post(SESSION, { atMs: world.nowMs() - SIGNED_WINDOW_MS - 1 })).toBe(401)
    expect(await post(SESSION, { atMs: world.nowMs() + SIGNED_WINDOW_MS + 1 })).toBe(401)
    expect((await world.sandbox.app.request('/api/v1/session/any')).status).toBe(401)
  })

  it('refuse a foreign return address, an unknown product, and an invalid price', async () => {
    for (const url of ['https://evil.example/', 'javascript:alert(1)', `${SHOP_ORIGIN}.evil.example/`, ''])
      expect(await post({ ...SESSION, return_url: url })).toBe(400)
    expect(await post({ ...SESSION, line_items: [{ price_id: 'gold', quantity: '1' }] })).toBe(400)
    for (const amount of ['-1.00', '1.001', '1e9', '']) expect(await post({ ...SESSION, total_amount: amount })).toBe(400)
    expect(await post({ ...SESSION, line_items: [{ price_id: 'premium_yearly', quantity: '1' }] })).toBe(400)
  })

  it('refund money in parts, never more than the payment', async () => {
    const order = await world.order('points_100')
    await world.press(order, 'pay')
    const { ref } = await world.truth(order)
    const refund = async (amount: string) => {
      const body = JSON.stringify({ trade_id: ref, amount })
      const timestamp = String(world.nowMs())
      const signature = callSignature(SANDBOX_KEYS.secret, 'POST', '/api/v1/refund', timestamp, body)
      const headers = { 'hub-access-no': SANDBOX_KEYS.accessNo, 'hub-timestamp': timestamp, 'hub-signature': signature }
      return (await world.sandbox.app.request('/api/v1/refund', { method: 'POST', headers, body })).status
    }
    expect([await refund('2.00'), await refund('3.00'), await refund('2.99'), await refund('0.01')]).toEqual([200, 400, 200, 400])
    expect(await world.truth(order)).toMatchObject({ refundedCents: 499 })
  })
})
