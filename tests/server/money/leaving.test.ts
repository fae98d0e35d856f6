import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#server/database/account-schema.ts'
import { payment, payOrder, subscription } from '#server/database/payment-schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { deleteMe, EXPORT_PATH, cancelDeletion } from '#shared/api/account-settings.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { readZip } from '../../fixtures/server/read-zip.ts'
import { addPack } from './books.ts'
import { type MoneyHarness, DAY_MS, openHarness } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterEach(() => harness.fakeProvider.away(false))
afterAll(() => harness.close())

const db = () => harness.server.database.db
const files = { remove: async () => undefined, tidy: async () => undefined }
/** Runs the housekeeping and returns its errors about this account. */
async function cleanUpNow({ id }: QuickAccount): Promise<readonly unknown[]> {
  return (await runHousekeeping(db(), files, harness.nowMs())).filter((problem) => String(problem).includes(id))
}
const hasAccount = async ({ id }: QuickAccount) => (await db().select().from(account).where(eq(account.id, id))).length > 0
const requestDeletion = ({ client, email }: QuickAccount) => client.get(deleteMe, { confirmation: email })
const planOf = async ({ id }: QuickAccount) => (await db().select().from(subscription).where(eq(subscription.ownerId, id)))[0]

/** A user who has bought a yearly plan by the checkout. */
async function member(): Promise<QuickAccount & { orderId: string }> {
  const person = await quickAccount(harness)
  const orderId = await harness.order(person.client, 'premium_yearly')
  harness.fakeProvider.pay(orderId)
  await harness.deliverEvent(orderId)
  return { ...person, orderId }
}

describe('a member who asks for the deletion of the account', () => {
  it('is not charged again: the plan runs to the end of the paid time', async () => {
    const ann = await member()
    await requestDeletion(ann)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(ann.orderId)?.plan).toMatchObject({ state: 'active', cancelledAtMs: harness.nowMs() })
  })

  it('retains the account when the deletion is undone, and the plan to its end, which stays cancelled', async () => {
    const ann = await member()
    await requestDeletion(ann)
    await ann.client.get(cancelDeletion, {})
    harness.pass(DELETION_GRACE_MS)
    await harness.server.payRound()
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(true)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
  })
})

it('nobody pays at a checkout that was open when the deletion was requested', async () => {
  const ann = await quickAccount(harness)
  const orderId = await harness.order(ann.client, 'premium_weekly')
  await requestDeletion(ann)
  await harness.server.payRound()
  expect(harness.fakeProvider.checkouts.get(orderId)?.state).toBe('closed')
})

describe('an account whose time is over', () => {
  it('is erased only when its plan has ended at the provider, which may be down for a while', async () => {
    const ann = await member()
    await requestDeletion(ann)
    harness.pass(DELETION_GRACE_MS)
    harness.fakeProvider.away(true)
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await planOf(ann)).toMatchObject({ requestedStop: 'now', syncAtMs: harness.nowMs() })
    await harness.server.payRound()
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(true)
    harness.fakeProvider.away(false)
    harness.pass(60_000)
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(ann.orderId)?.plan?.state).toBe('ended')
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(false)
  })

  it('is reported when its plan does not end in a day', async () => {
    const ann = await member()
    await requestDeletion(ann)
    harness.pass(DELETION_GRACE_MS + DAY_MS)
    expect(await cleanUpNow(ann)).toEqual([])
    harness.pass(1)
    expect(await cleanUpNow(ann)).toEqual([new Error(`the payments of ${ann.id}, which is to be erased, have not ended`)])
    await harness.server.payRound()
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(false)
  })

  it('leaves no open checkout that could still be paid', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_weekly')
    await db().update(account).set({ deletesAtMs: harness.nowMs() }).where(eq(account.id, ann.id))
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(true)
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(orderId)?.state).toBe('closed')
    expect(await cleanUpNow(ann)).toEqual([])
    expect(await hasAccount(ann)).toBe(false)
  })

  it('leaves orders and payments for the books, without a name', async () => {
    const ann = await member()
    await requestDeletion(ann)
    harness.pass(DELETION_GRACE_MS)
    for (let round = 0; round < 2; round += 1) {
      await cleanUpNow(ann)
      await harness.server.payRound()
    }
    await cleanUpNow(ann)
    expect(await hasAccount(ann)).toBe(false)
    const queries = [payment, payOrder, subscription].map((table) => db().select().from(table).where(eq(table.ownerId, ann.id)))
    const books = await Promise.all(queries)
    expect(books.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(JSON.stringify(books)).not.toContain(ann.email)
    expect(await checkLedger(db())).toEqual([])
  })
})

describe('the export', () => {
  it('has orders, subscriptions and payments of the account, and nobody else’s', async () => {
    const [ann, bob] = [await member(), await member()]
    await addPack(db(), ann.id, harness.nowMs() + 1)
    const response = await ann.client.request(EXPORT_PATH, { headers: { [COMMON_HEADERS.businessUserId]: ann.id } })
    const zip = readZip(Buffer.from(await response.arrayBuffer()))
    const readJson = (name: string) => JSON.parse(zip.get(`${name}.json`)?.toString() ?? 'null') as unknown
    expect(readJson('orders')).toEqual([
      expect.objectContaining({ skuId: 'points_100', state: 'SUCCESS' }),
      expect.objectContaining({ id: ann.orderId, skuId: 'premium_yearly', amountCents: 4999, state: 'SUCCESS' }),
    ])
    expect(readJson('subscriptions')).toMatchObject([{ orderId: ann.orderId, plan: 'yearly', state: 'active' }])
    expect(readJson('payments')).toMatchObject([
      { orderId: ann.orderId, cycle: 1, amountCents: 4999, points: 2500 },
      { cycle: null, amountCents: 499, points: 100 },
    ])
    const text = [...zip.values()].join('\n')
    for (const foreignText of [bob.id, bob.orderId, harness.fakeProvider.checkouts.get(ann.orderId)?.sessionId])
      expect(text).not.toContain(foreignText)
  })
})
