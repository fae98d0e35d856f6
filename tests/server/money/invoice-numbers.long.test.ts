import { randomUUID } from 'node:crypto'
import { asc, count, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentSeries, invoice, payment } from '#server/database/payment-schema.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { overNetwork } from '../../fixtures/server/built-server-process.ts'
import { type Fleet, startFleet } from '../../fixtures/server/fleet.ts'
import { purchaseOf } from './money-harness.ts'
import { quickAccount } from './quick-account.ts'

const PAYMENT_COUNT = 50
const KILL_AFTER_INVOICES = 8
const DATABASE_KILL_AFTER_INVOICES = 25
const PAYMENT_TIMEOUT_MS = 150_000

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet({ web: 2, worker: 1 })
}, PAYMENT_TIMEOUT_MS)
afterAll(() => fleet.close())

const db = () => fleet.database.db
const countInvoices = async () => (await db().select({ rowCount: count() }).from(invoice))[0]?.rowCount ?? 0
/** The number of issued invoices, or 0 while the database is down. */
const countInvoicesOrZero = () => countInvoices().catch(() => 0)

async function openOrder(): Promise<string> {
  const { client } = await quickAccount({ server: { ...overNetwork(fleet), database: fleet.database } as never, nowMs: Date.now })
  const urls = { returnUrl: `${fleet.origin}/pay/success`, cancelUrl: `${fleet.origin}/pay/cancel` }
  const { checkoutUrl } = await client.get(createOrder, { ...purchaseOf('points_300'), ...urls }, { idempotencyKey: randomUUID() })
  return checkoutUrl
}

/** Pays an order. Without an answer it tries again, as a user does. */
async function pay(checkoutUrl: string): Promise<void> {
  const press = () => fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ deed: 'pay' }), redirect: 'manual' })
  await expect.poll(async () => (await press().catch(() => null))?.status, { timeout: PAYMENT_TIMEOUT_MS, interval: 300 }).toBe(303)
}

it(
  'fifty parallel payments have the numbers 1 to 50, though a process and then the database are killed meanwhile',
  async () => {
    const checkouts: string[] = []
    for (let index = 0; index < PAYMENT_COUNT; index += 1) checkouts.push(await openOrder())
    const allPaid = Promise.all(checkouts.map(pay))
    await expect.poll(countInvoicesOrZero, { timeout: PAYMENT_TIMEOUT_MS, interval: 10 }).toBeGreaterThanOrEqual(KILL_AFTER_INVOICES)
    const [firstProcess] = fleet.processes
    if (firstProcess !== undefined) await fleet.kill(firstProcess)
    await expect
      .poll(countInvoicesOrZero, { timeout: PAYMENT_TIMEOUT_MS, interval: 10 })
      .toBeGreaterThanOrEqual(DATABASE_KILL_AFTER_INVOICES)
    const countAtKill = await countInvoicesOrZero()
    await fleet.postgres.kill()
    await fleet.postgres.start()
    await fleet.start('web')
    await allPaid
    await expect.poll(countInvoicesOrZero, { timeout: PAYMENT_TIMEOUT_MS, interval: 200 }).toBe(PAYMENT_COUNT)

    expect(countAtKill).toBeLessThan(PAYMENT_COUNT)
    const numbers = await db().select({ number: invoice.number }).from(invoice).orderBy(asc(invoice.number))
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: PAYMENT_COUNT }, (_, index) => index + 1))
    expect(await db().select({ last: documentSeries.lastInvoice }).from(documentSeries)).toEqual([{ last: PAYMENT_COUNT }])
    const [paymentTotals] = await db()
      .select({ rowCount: count(), cents: sum(payment.amountCents) })
      .from(payment)
    const [invoiceTotals] = await db()
      .select({ cents: sum(invoice.grossCents) })
      .from(invoice)
    expect(paymentTotals).toEqual({ rowCount: PAYMENT_COUNT, cents: invoiceTotals?.cents })
  },
  2 * PAYMENT_TIMEOUT_MS,
)
