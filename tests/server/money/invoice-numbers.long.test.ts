import { randomUUID } from 'node:crypto'
import { asc, count, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentSeries, invoice, payment } from '#server/database/payment-schema.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { overNetwork } from '../../fixtures/server/built-server-process.ts'
import { type Fleet, startFleet } from '../../fixtures/server/fleet.ts'
import { purchaseOf } from './money-harness.ts'
import { quickAccount } from './quick-account.ts'

const PAYMENTS = 50
const KILLED_AFTER = 8
const DATABASE_KILLED_AFTER = 25
const PAID_LIMIT_MS = 150_000

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet({ web: 2, worker: 1 })
}, PAID_LIMIT_MS)
afterAll(() => fleet.close())

const db = () => fleet.database.db
const issued = async () => (await db().select({ all: count() }).from(invoice))[0]?.all ?? 0
/** The number of issued invoices, or 0 while the database is down. */
const issuedOrNone = () => issued().catch(() => 0)

async function openOrder(): Promise<string> {
  const { client } = await quickAccount({ server: { ...overNetwork(fleet), database: fleet.database } as never, nowMs: Date.now })
  const urls = { returnUrl: `${fleet.origin}/pay/success`, cancelUrl: `${fleet.origin}/pay/cancel` }
  const { checkoutUrl } = await client.get(createOrder, { ...purchaseOf('points_300'), ...urls }, { idempotencyKey: randomUUID() })
  return checkoutUrl
}

/** Pays an order. Without an answer it tries again, as a user does. */
async function pay(checkoutUrl: string): Promise<void> {
  const press = () => fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ deed: 'pay' }), redirect: 'manual' })
  await expect.poll(async () => (await press().catch(() => null))?.status, { timeout: PAID_LIMIT_MS, interval: 300 }).toBe(303)
}

it(
  'fifty parallel payments have the numbers 1 to 50, though a process and then the database are killed meanwhile',
  async () => {
    const checkouts: string[] = []
    for (let at = 0; at < PAYMENTS; at += 1) checkouts.push(await openOrder())
    const paying = Promise.all(checkouts.map(pay))
    await expect.poll(issuedOrNone, { timeout: PAID_LIMIT_MS, interval: 10 }).toBeGreaterThanOrEqual(KILLED_AFTER)
    const [first] = fleet.processes
    if (first !== undefined) await fleet.kill(first)
    await expect.poll(issuedOrNone, { timeout: PAID_LIMIT_MS, interval: 10 }).toBeGreaterThanOrEqual(DATABASE_KILLED_AFTER)
    const atKill = await issuedOrNone()
    await fleet.postgres.kill()
    await fleet.postgres.start()
    await fleet.start('web')
    await paying
    await expect.poll(issuedOrNone, { timeout: PAID_LIMIT_MS, interval: 200 }).toBe(PAYMENTS)

    expect(atKill).toBeLessThan(PAYMENTS)
    const numbers = await db().select({ number: invoice.number }).from(invoice).orderBy(asc(invoice.number))
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: PAYMENTS }, (_, index) => index + 1))
    expect(await db().select({ last: documentSeries.lastInvoice }).from(documentSeries)).toEqual([{ last: PAYMENTS }])
    const [paid] = await db()
      .select({ all: count(), cents: sum(payment.amountCents) })
      .from(payment)
    const [invoiced] = await db()
      .select({ cents: sum(invoice.grossCents) })
      .from(invoice)
    expect(paid).toEqual({ all: PAYMENTS, cents: invoiced?.cents })
  },
  2 * PAID_LIMIT_MS,
)
