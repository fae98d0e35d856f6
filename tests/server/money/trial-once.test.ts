import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { account } from '#server/database/account-schema.ts'
import { trialUse } from '#server/database/account-schema.ts'
import { payOrder } from '#server/database/payment-schema.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { getSkus } from '#shared/api/catalogue.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import { getMe } from '#shared/api/user.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { FREE_TRIAL_SKU, TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { groupCatalogue } from '#src/billing/catalogue-groups.ts'
import { planOffers } from '#src/billing/shop/plan-offers.ts'
import { purchaseOf } from './money-harness.ts'
import { quickAccount } from './quick-account.ts'
import { type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterAll(() => shop.close())

const files = { remove: async () => undefined, tidy: async () => undefined }

it('a mailbox that had its free week, in an account that is erased, pays the weekly plan from the first day, and sees that before', async () => {
  const firstAccount = await quickAccount(shop, 'wen.d+trial')
  await shop.buy(firstAccount, FREE_TRIAL_SKU)
  await firstAccount.client.get(deleteMe, { confirmation: firstAccount.email })
  await shop.pass(DELETION_GRACE_MS)
  await runHousekeeping(shop.db, files, shop.nowMs())
  await shop.pass(2 * MINUTE_MS)
  await runHousekeeping(shop.db, files, shop.nowMs())
  const erasedRows = await shop.db.select().from(account).where(eq(account.id, firstAccount.id))
  expect(erasedRows.filter(({ email }) => email.includes('@'))).toEqual([])
  // Only a hash of the email address is stored.
  expect((await shop.db.select().from(trialUse)).map(({ emailHash }) => emailHash)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])

  const secondAccount = await quickAccount(shop, 'wen.d+another')
  const me = await secondAccount.client.get(getMe, {})
  expect(me).toMatchObject({ everSubscribed: true, membershipStatus: 'NONE' })
  const page1 = await secondAccount.client.get(getSkus, { clientCountryCode: 'US', iosCountryCode: 'USA', page: 'page1' })
  const emptyPage = { features: [], skus: [], qaList: [] }
  const [weeklyOffer] = planOffers(groupCatalogue({ page1, page2: emptyPage, page3: emptyPage }), {
    everSubscribed: me.everSubscribed,
    ownPlan: null,
  })
  expect(weeklyOffer).toMatchObject({ plan: 'weekly', isTrial: false, cycleCents: 999, sku: { skuId: 'premium_weekly', price: 999 } })

  expect(await secondAccount.client.refusal(createOrder, purchaseOf(FREE_TRIAL_SKU), key())).toMatchObject({ code: 'H4043' })
  const { payOrderId, sessionId } = await shop.order(secondAccount, 'premium_weekly')
  const [order] = await shop.db.select().from(payOrder).where(eq(payOrder.id, payOrderId))
  expect(order).toMatchObject({ amountCents: 999 })
  const page = await (await shop.world.sandbox.app.request(`/checkout/${sessionId}`)).text()
  expect(page).toContain('9.99')
  expect(page).not.toMatch(/free/i)

  const orderId = await shop.buy(secondAccount, 'premium_weekly')
  expect(await secondAccount.client.get(getSubscription, {})).toMatchObject({
    orderId,
    state: 'ACTIVE',
    priceCents: 999,
    hasPackDiscount: true,
  })
  expect(await shop.bookedCycles({ ...secondAccount, orderId })).toEqual([1])
  await shop.pass(TRIAL_MS)
  expect(await shop.bookedCycles({ ...secondAccount, orderId })).toEqual([1, 2])
})

it('another mailbox with a merely similar name has its free week', async () => {
  for (const name of ['wend', 'wen.d2']) {
    const otherAccount = await quickAccount(shop, name)
    expect(await otherAccount.client.get(getMe, {})).toMatchObject({ everSubscribed: false })
    const { payOrderId } = await shop.order(otherAccount, FREE_TRIAL_SKU)
    const [order] = await shop.db.select().from(payOrder).where(eq(payOrder.id, payOrderId))
    expect(order).toMatchObject({ amountCents: 0 })
  }
})
