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

let slot: MoneyHarness
beforeAll(async () => {
  slot = await openHarness()
})
afterEach(() => slot.bank.away(false))
afterAll(() => slot.close())

const db = () => slot.server.database.db
const files = { remove: async () => undefined, tidy: async () => undefined }
/** Returns the errors of this account. */
async function keepHouseNow({ id }: QuickAccount): Promise<readonly unknown[]> {
  return (await runHousekeeping(db(), files, slot.nowMs())).filter((problem) => String(problem).includes(id))
}
const isThere = async ({ id }: QuickAccount) => (await db().select().from(account).where(eq(account.id, id))).length > 0
const leave = ({ client, email }: QuickAccount) => client.get(deleteMe, { confirmation: email })
const planOf = async ({ id }: QuickAccount) => (await db().select().from(subscription).where(eq(subscription.ownerId, id)))[0]

/** A user with a paid yearly plan, bought by the checkout. */
async function member(): Promise<QuickAccount & { orderId: string }> {
  const person = await quickAccount(slot)
  const orderId = await slot.order(person.client, 'premium_yearly')
  slot.bank.pay(orderId)
  await slot.ring(orderId)
  return { ...person, orderId }
}

describe('a member who asks for the deletion of the account', () => {
  it('is not charged again: the plan runs to the end of the paid time', async () => {
    const ann = await member()
    await leave(ann)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
    await slot.server.payRound()
    expect(slot.bank.checkouts.get(ann.orderId)?.plan).toMatchObject({ state: 'active', cancelledAtMs: slot.nowMs() })
  })

  it('retains the account when the deletion is undone, and the plan to its end, which stays cancelled', async () => {
    const ann = await member()
    await leave(ann)
    await ann.client.get(cancelDeletion, {})
    slot.pass(DELETION_GRACE_MS)
    await slot.server.payRound()
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(true)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
  })
})

it('nobody pays at a checkout that was open when the deletion was requested', async () => {
  const ann = await quickAccount(slot)
  const orderId = await slot.order(ann.client, 'premium_weekly')
  await leave(ann)
  await slot.server.payRound()
  expect(slot.bank.checkouts.get(orderId)?.state).toBe('closed')
})

describe('an account whose time is over', () => {
  it('is erased only when its plan has ended at the provider, which may be down for a while', async () => {
    const ann = await member()
    await leave(ann)
    slot.pass(DELETION_GRACE_MS)
    slot.bank.away(true)
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await planOf(ann)).toMatchObject({ requestedStop: 'now', syncAtMs: slot.nowMs() })
    await slot.server.payRound()
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(true)
    slot.bank.away(false)
    slot.pass(60_000)
    await slot.server.payRound()
    expect(slot.bank.checkouts.get(ann.orderId)?.plan?.state).toBe('ended')
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(false)
  })

  it('is reported when its plan does not end in a day', async () => {
    const ann = await member()
    await leave(ann)
    slot.pass(DELETION_GRACE_MS + DAY_MS)
    expect(await keepHouseNow(ann)).toEqual([])
    slot.pass(1)
    expect(await keepHouseNow(ann)).toEqual([new Error(`the payments of ${ann.id}, which is to be erased, have not ended`)])
    await slot.server.payRound()
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(false)
  })

  it('leaves no open checkout that could still be paid', async () => {
    const ann = await quickAccount(slot)
    const orderId = await slot.order(ann.client, 'premium_weekly')
    await db().update(account).set({ deletesAtMs: slot.nowMs() }).where(eq(account.id, ann.id))
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(true)
    await slot.server.payRound()
    expect(slot.bank.checkouts.get(orderId)?.state).toBe('closed')
    expect(await keepHouseNow(ann)).toEqual([])
    expect(await isThere(ann)).toBe(false)
  })

  it('leaves orders and payments for the books, without a name', async () => {
    const ann = await member()
    await leave(ann)
    slot.pass(DELETION_GRACE_MS)
    for (let round = 0; round < 2; round += 1) {
      await keepHouseNow(ann)
      await slot.server.payRound()
    }
    await keepHouseNow(ann)
    expect(await isThere(ann)).toBe(false)
    const rows = [payment, payOrder, subscription].map((table) => db().select().from(table).where(eq(table.ownerId, ann.id)))
    const books = await Promise.all(rows)
    expect(books.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(JSON.stringify(books)).not.toContain(ann.email)
    expect(await checkLedger(db())).toEqual([])
  })
})

describe('the export', () => {
  it('has orders, subscriptions and payments of the account, and nobody else’s', async () => {
    const [ann, bob] = [await member(), await member()]
    await addPack(db(), ann.id, slot.nowMs() + 1)
    const response = await ann.client.request(EXPORT_PATH, { headers: { [COMMON_HEADERS.businessUserId]: ann.id } })
    const zip = readZip(Buffer.from(await response.arrayBuffer()))
    const read = (name: string) => JSON.parse(zip.get(`${name}.json`)?.toString() ?? 'null') as unknown
    expect(read('orders')).toEqual([
      expect.objectContaining({ skuId: 'points_100', state: 'SUCCESS' }),
      expect.objectContaining({ id: ann.orderId, skuId: 'premium_yearly', amountCents: 4999, state: 'SUCCESS' }),
    ])
    expect(read('subscriptions')).toMatchObject([{ orderId: ann.orderId, plan: 'yearly', state: 'active' }])
    expect(read('payments')).toMatchObject([
      { orderId: ann.orderId, cycle: 1, amountCents: 4999, points: 2500 },
      { cycle: null, amountCents: 499, points: 100 },
    ])
    const text = [...zip.values()].join('\n')
    for (const hidden of [bob.id, bob.orderId, slot.bank.checkouts.get(ann.orderId)?.sessionId]) expect(text).not.toContain(hidden)
  })
})
