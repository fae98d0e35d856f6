import { inArray, sql } from 'drizzle-orm'
import { setImmediate } from 'node:timers/promises'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { account, billingDetails } from '#server/database/account-schema.ts'
import { invoice, payment, payOrder, planChange, refundRequest, subscription } from '#server/database/payment-schema.ts'
import { promotion, promotionRedemption } from '#server/database/promotion-schema.ts'
import { lowPoints, topUp } from '#server/database/top-up-schema.ts'
import { pushSubscription } from '#server/database/push-schema.ts'
import { batch, contactMessage, idempotency, ledger, media, owner, task } from '#server/database/schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { OWNER_COLUMNS, clearIdleVisitors } from '#server/account/clear-old-rows.ts'
import { IDLE_VISITOR_RETENTION_MS } from '#shared/domain/account-rules.ts'
import { getPoints } from '#shared/api/user.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createVisitor, makeToken } from './client.ts'

/** The time of the tests, a day ahead of the real time. The server's own rounds use the real time and find no owner that is old enough. */
const NOW_MS = Date.now() + 24 * 60 * 60 * 1000
const OLD_MS = NOW_MS - IDLE_VISITOR_RETENTION_MS - 1
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, config: { welcomePointsVisitor: 0 } })
})
afterAll(() => server.close())

const db = () => server.database.db
const findExisting = async (ids: readonly string[]) =>
  (
    await db()
      .select({ id: owner.id })
      .from(owner)
      .where(inArray(owner.id, [...ids]))
      .orderBy(owner.id)
  ).map(({ id }) => id)
const visitorRow = (id: string, changes: Partial<typeof owner.$inferInsert> = {}) => ({
  id,
  tokenSha256: `token of ${id}`,
  createdAtMs: OLD_MS,
  ...changes,
})

/** Adds one row to each table that refers to an owner. Each row has an owner without other rows. */
async function addOwnedRows(): Promise<readonly string[]> {
  const names = OWNER_COLUMNS.map(({ table }) => getTableConfig(table).name)
  await db()
    .insert(owner)
    .values(names.map((name) => visitorRow(`has ${name}`)))
  await db()
    .insert(owner)
    .values(visitorRow('another', { createdAtMs: NOW_MS }))
  await db().insert(account).values({ id: 'has account', email: 'a@example.org', firstName: '', lastName: '', createdAtMs: 0 })
  await db().insert(ledger).values({ ownerId: 'has ledger', seq: 1, kind: 'grant', amount: 0, balance: 0, note: '', occurredAtMs: 0 })
  const file = { kind: 'upload', state: 'stored', contentType: 'image/png', createdAtMs: NOW_MS } as const
  await db()
    .insert(media)
    .values({ ...file, name: 'a.png', ownerId: 'has media' })
  const batchRow = {
    bizType: 'CUSTOM',
    modelName: '',
    prompt: '',
    images: [] as string[],
    duration: '6s',
    resolution: '720p',
    videoNum: 1,
    imageFidelity: 0,
  } as const
  const toBatch = (ownerId: string) => ({ ...batchRow, id: ownerId, ownerId, createdAtMs: 0 })
  await db()
    .insert(batch)
    .values([toBatch('has batch'), toBatch('another')])
  const taskRow = { batchId: 'another', take: 0, status: 'FAILED', points: 0, videoName: '', posterName: '', createdAtMs: 0 } as const
  await db()
    .insert(task)
    .values({ ...taskRow, id: 'task', ownerId: 'has task' })
  await db().insert(idempotency).values({ ownerId: 'has idempotency', route: '', key: '', bodySha256: '', answer: '', createdAtMs: NOW_MS })
  await db().insert(contactMessage).values({ id: 'c', ownerId: 'has contact_message', email: '', subject: '', message: '', createdAtMs: 0 })
  const orderRow = {
    skuId: '',
    skuType: 6,
    points: 0,
    amountCents: 0,
    currencyCode: 'USD',
    provider: 'sandbox',
    isEmbedded: false,
    state: 'FAILED',
  } as const
  const toOrder = (ownerId: string) => ({ ...orderRow, id: ownerId, ownerId, createdAtMs: 0 })
  await db()
    .insert(payOrder)
    .values([toOrder('has pay_order'), toOrder('another')])
  const subscriptionRow = { ref: 's', skuId: '', plan: 'weekly', state: 'ended', periodStartMs: 0, periodEndMs: 0, createdAtMs: 0 } as const
  await db()
    .insert(subscription)
    .values({ ...subscriptionRow, orderId: 'another', ownerId: 'has subscription' })
  const paymentRow = { ref: 'p', amountCents: 0, currencyCode: 'USD', paymentMethod: 1, points: 0, paidAtMs: 0 }
  await db()
    .insert(payment)
    .values({ ...paymentRow, id: 'p', orderId: 'another', ownerId: 'has payment' })
  const amounts = { grossCents: 0, netCents: 0, taxCents: 0, currencyCode: 'USD', issuedAtMs: 0, paidAtMs: 0 }
  const parties = { sellerName: '', sellerAddress: '', sellerTaxNumber: '', payerName: '', payerAddress: '', payerTaxNumber: '' }
  await db()
    .insert(invoice)
    .values({
      ...amounts,
      ...parties,
      id: 'i',
      kind: 'invoice',
      prefix: '',
      number: 1,
      paymentId: 'p',
      ownerId: 'has invoice',
      itemName: '',
    })
  const quote = { priceCents: 1, creditCents: 0, dueCents: 1, points: 0, currencyCode: 'USD', atMs: 0, expiresAtMs: 0 }
  const change = { kind: 'now', fromPlan: 'weekly', toPlan: 'yearly', periodEndMs: 0, ...quote } as const
  await db()
    .insert(planChange)
    .values({ ...change, id: 'change', orderId: 'another', ownerId: 'has plan_change' })
  const refund = {
    by: 'payer',
    reason: 'other',
    state: 'requested',
    amountCents: 1,
    points: 0,
    refundedBeforeCents: 0,
    endsPlan: false,
  } as const
  await db()
    .insert(refundRequest)
    .values({ ...refund, id: 'refund', paymentId: 'p', orderId: 'another', ownerId: 'has refund_request', requestedAtMs: 0 })
  const promotionRow = { code: 'CODE', percentOff: 1, mostPerPerson: 1, audience: 'everybody', named: [], createdAtMs: 0 } as const
  await db()
    .insert(promotion)
    .values({ ...promotionRow, id: 'code' })
  const redemption = { orderId: 'another', promotionId: 'code', mailboxHash: '', state: 'released', reservedAtMs: 0 } as const
  await db()
    .insert(promotionRedemption)
    .values({ ...redemption, ownerId: 'has promotion_redemption' })
  await db().insert(lowPoints).values({ ownerId: 'has low_points' })
  const terms = { skuId: '', belowPoints: 1, ceilingCents: 1, priceCents: 1, currencyCode: 'USD', provider: 'p', agreedAtMs: 0 }
  await db()
    .insert(topUp)
    .values({ ...terms, id: 'top-up', ownerId: 'has top_up' })
  await db().insert(billingDetails).values({ ownerId: 'has billing_details', name: '', address: '', taxNumber: '' })
  const pushRow = { endpoint: 'https://push.example', p256dh: '', auth: '', createdAtMs: 0, seenAtMs: 0 }
  await db()
    .insert(pushSubscription)
    .values({ ...pushRow, id: 'push', ownerId: 'has push_subscription' })
  return names.map((name) => `has ${name}`)
}

describe('visitors of long ago', () => {
  it('without anything are deleted; any record retains one, and so does a token that has become an account', async () => {
    const idsWithRecords = await addOwnedRows()
    await db()
      .insert(owner)
      .values([
        visitorRow('idle'),
        visitorRow('young', { createdAtMs: OLD_MS + 2 }),
        visitorRow('retired', { retiredAtMs: 1 }),
        visitorRow('erased', { tokenSha256: null }),
      ])
    await clearIdleVisitors(db(), NOW_MS)
    expect(await findExisting(['idle', 'young', 'retired', 'erased'])).toEqual(['erased', 'retired', 'young'])
    expect(await findExisting(idsWithRecords)).toEqual(idsWithRecords.toSorted())
  })

  it('are checked in every table that refers to an owner', async () => {
    const references = await queryRows<{ reference: string }>(
      db(),
      sql`select conrelid::regclass || '.' || a.attname as reference from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'owner'::regclass`,
    )
    const checkedColumns = OWNER_COLUMNS.map((column) => `${getTableConfig(column.table).name}.${column.name}`)
    expect(checkedColumns.toSorted()).toEqual(references.map(({ reference }) => reference).toSorted())
  })

  it('are registered anew when their token returns', async () => {
    const token = makeToken()
    const visitorBefore = await createVisitor(server, { token })
    await db().update(owner).set({ createdAtMs: OLD_MS })
    await clearIdleVisitors(db(), NOW_MS)
    expect(await visitorBefore.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    const returnedVisitor = await createVisitor(server, { token })
    expect(await returnedVisitor.get(getPoints, {})).toMatchObject({ points: 0 })
  })

  it('leave time for all other work while they are checked, and so does the check of the books', async () => {
    await db()
      .insert(owner)
      .values(Array.from({ length: 2000 }, (_, index) => visitorRow(`crowd ${index}`, { createdAtMs: NOW_MS })))
    for (const work of [() => clearIdleVisitors(db(), NOW_MS), () => checkLedger(db())]) {
      const state = { isDone: false, turns: 0 }
      const workEnd = work().finally(() => (state.isDone = true))
      while (!state.isDone) {
        await setImmediate()
        state.turns += 1
      }
      await workEnd
      expect(state.turns).toBeGreaterThanOrEqual(10)
    }
  })
})
