import type { QuickAccount } from './quick-account.ts'
import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledger, task } from '#server/database/schema.ts'
import { payment } from '#server/database/payment-schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { cancelTask } from '#shared/api/generation.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { unsubscribe } from '#shared/api/subscription.ts'
import { getPoints } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { type PausedEngine, createPausedEngine } from '../../fixtures/server/test-engines.ts'
import { commit, upload } from '../client.ts'
import { type MoneyHarness, DAY_MS, openHarness, purchaseOf } from './money-harness.ts'

const RUN_COUNT = 8
const TIMEOUT_MS = 180_000
const EVENT_NAMES = [
  'commit',
  'succeed',
  'fail',
  'cancel',
  'order',
  'pay',
  'refund',
  'requestRefund',
  'ring',
  'weekPasses',
  'unsubscribe',
  'providerAway',
  'crash',
] as const
type EventName = (typeof EVENT_NAMES)[number]
const SKUS = ['points_100', 'points_300', 'premium_weekly', 'premium_yearly', FREE_TRIAL_SKU]

const engine: PausedEngine = createPausedEngine()
let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness({ engine })
})
afterAll(() => harness.close())

interface Customer extends QuickAccount {
  readonly image: string
  readonly orders: string[]
}

/** The events that change a customer's books, by name. `pick` chooses among a customer's orders or the SKUs. An event may be refused or fail. */
function eventsOf(customer: Customer): Record<EventName, (pick: number) => unknown> {
  const { client, image, orders, id } = customer
  const orderAt = (pick: number) => orders[pick % Math.max(1, orders.length)]
  const atOrder = (pick: number, event: (orderId: string) => unknown) => {
    const orderId = orderAt(pick)
    return orderId !== undefined && harness.fakeProvider.checkouts.has(orderId) ? event(orderId) : undefined
  }
  const release = (error?: Error) => (engine.paused.length > 0 ? engine.release(error) : undefined)
  return {
    commit: (pick) => commit(client, image, { videoNum: pick % 2 === 0 ? 1 : 2 }),
    succeed: () => release(),
    fail: () => release(new EngineFailure('it can not be made')),
    async cancel() {
      const isWaiting = and(eq(task.ownerId, id), eq(task.status, 'PENDING'))
      const [waitingTask] = await harness.server.database.db.select({ id: task.id }).from(task).where(isWaiting).limit(1)
      if (waitingTask !== undefined) await client.call(cancelTask, { taskId: waitingTask.id })
    },
    async order(pick) {
      const skuId = SKUS[pick % SKUS.length] ?? 'points_100'
      const orderAnswer = await client.call(createOrder, purchaseOf(skuId, pick % 2 === 0), { idempotencyKey: randomUUID() })
      if (orderAnswer.ok) orders.push(orderAnswer.value.payOrderId)
    },
    pay: (pick) => atOrder(pick, (orderId) => harness.fakeProvider.pay(orderId)),
    refund: (pick) => atOrder(pick, (orderId) => harness.fakeProvider.refund(orderId)),
    async requestRefund(pick) {
      const [paymentRow] = await harness.server.database.db
        .select()
        .from(payment)
        .where(eq(payment.orderId, orderAt(pick) ?? ''))
      if (paymentRow === undefined) return
      const { refunds } = await client.get(getReceipt, { id: paymentRow.id })
      const { amount, points } = refunds.offer ?? { amount: 1, points: 1 }
      const request = { id: paymentRow.id, reason: 'other', amount, points } as const
      await client.call(requestRefund, request, { idempotencyKey: randomUUID() })
    },
    ring: (pick) => atOrder(pick, (orderId) => harness.deliverEvent(orderId)),
    async weekPasses() {
      harness.pass(7 * DAY_MS)
      harness.fakeProvider.renew()
      await harness.server.payRound()
    },
    unsubscribe: (pick) => atOrder(pick, (orderId) => client.call(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })),
    providerAway: (pick) => harness.fakeProvider.away(pick % 2 === 0),
    crash: () => harness.restart(),
  }
}

async function settleAll({ id }: Customer): Promise<void> {
  harness.fakeProvider.away(false)
  harness.pass(2 * 60 * 60 * 1000)
  await harness.server.payRound()
  await harness.server.payRound()
  const isUnfinished = and(eq(task.ownerId, id), inArray(task.status, ['PENDING', 'PROCESSING']))
  await expect
    .poll(
      async () => {
        while (engine.paused.length > 0) engine.release()
        return harness.server.database.db.select({ id: task.id }).from(task).where(isUnfinished)
      },
      { timeout: 30_000 },
    )
    .toEqual([])
}

/** The number of charges that the provider has made to a customer: one for each pack and each paid cycle. */
const countCharges = ({ orders }: Customer): number =>
  [...new Set(orders)].reduce((sum, orderId) => {
    const checkout = harness.fakeProvider.checkouts.get(orderId)
    if (checkout?.state !== 'succeeded') return sum
    return sum + (checkout.plan?.cycles.filter(({ cycle }) => cycle > 0).length ?? 1)
  }, 0)

it('for any sequence of events the books add up: nothing is granted twice, lost, or below zero', { timeout: TIMEOUT_MS }, async () => {
  const step = fc.record({ event: fc.constantFrom(...EVENT_NAMES), pick: fc.nat(30) })
  const chunks = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(chunks, async (eventChunks) => {
      const person = await harness.person()
      const customer: Customer = { ...person, image: await upload(person.client), orders: [] }
      const events = eventsOf(customer)
      for (const chunk of eventChunks) await Promise.allSettled(chunk.map(async ({ event, pick }) => events[event](pick)))
      await settleAll(customer)
      const { db } = harness.server.database
      const rows = await db.select().from(ledger).where(eq(ledger.ownerId, customer.id)).orderBy(asc(ledger.seq))
      const sum = rows.reduce((total, { amount }) => total + amount, 0)
      expect(rows.every(({ balance }) => balance >= 0)).toBe(true)
      expect(await customer.client.get(getPoints, {})).toEqual({ points: sum, held: 0 })
      const isBought = and(isNotNull(ledger.orderId), gt(ledger.amount, 0), ne(ledger.kind, 'return'))
      const isGranted = and(eq(ledger.ownerId, customer.id), isBought)
      expect(await db.select({ seq: ledger.seq }).from(ledger).where(isGranted)).toHaveLength(countCharges(customer))
      expect(await checkLedger(db)).toEqual([])
    }),
    { numRuns: RUN_COUNT },
  )
})
