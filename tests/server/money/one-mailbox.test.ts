import { count, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '#server/account/sign-up.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { createPromotion } from '#server/billing/create-promotion.ts'
import { hadTrial } from '#server/billing/membership.ts'
import { readPromotionUser, checkUseLimits } from '#server/billing/promotions/check-promotion.ts'
import { pointsOf } from '#server/billing/points.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { account, accountEmail, mailboxWelcome, trialUse } from '#server/database/account-schema.ts'
import { type Transaction, inTransaction } from '#server/database/database.ts'
import { promotion } from '#server/database/promotion-schema.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getMe } from '#shared/api/user.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import type { Answer } from '#server/verbs/verb.ts'
import { type Result, fail } from '#shared/result.ts'
import { MAILBOX, SPELLINGS } from '../../fixtures/server/mailbox-spellings.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import { SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { purchaseOf } from './money-harness.ts'
import { type QuickAccount, anotherBrowser } from './quick-account.ts'
import { type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

const WELCOME_POINTS = 100

let shop: SandboxShop
let secret: string
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
  secret = await sharedSecret(shop.db)
})
afterAll(() => shop.close())

const files = { remove: async () => undefined, tidy: async () => undefined }
const createAccountFor = (tx: Transaction, email: string) =>
  createAccount(
    tx,
    { config: shop.server.config, nowMs: shop.nowMs, secret },
    { email, firstName: 'Zoé', lastName: 'Maier', passwordHash: null, googleSub: null },
  )

/** The result of an attempt in a transaction, which is rolled back afterwards. */
async function tryAndRollBack<T>(attempt: (tx: Transaction) => Promise<T>): Promise<T> {
  const answer: Result<never, T> = await inTransaction(shop.db, async (tx) => fail(await attempt(tx)))
  if (answer.ok) throw new Error('an attempt was kept')
  return answer.error
}

async function createPerson(email: string): Promise<QuickAccount> {
  const createdAccount = await inTransaction(shop.db, (tx) => createAccountFor(tx, email))
  if (!createdAccount.ok) throw new Error(createdAccount.error.code)
  const facts = { id: createdAccount.value, email }
  return { ...facts, client: await anotherBrowser(shop, { ...facts, client: undefined as never }) }
}

async function useCode({ client }: QuickAccount, promotionCode: string): Promise<void> {
  const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
  const { payOrderId, sessionId } = await client.get(createOrder, { ...purchaseOf('points_300'), ...urls, promotionCode }, key())
  await shop.world.press({ payOrderId, sessionId, subscriptionRef: null }, 'pay')
  expect(await client.get(getOrderResult, { payOrderId })).toMatchObject({ payResult: 'SUCCESS' })
}

describe(`${SPELLINGS.length} spellings of one mailbox`, () => {
  it('have one account, one welcome, one free week and one use of a code, also after the account is erased', async () => {
    const context = { nowMs: shop.nowMs, secret, config: { prices: examplePrices() } }
    const terms = { code: 'ONCE', audience: 'named', percentOff: 20, named: [SPELLINGS.at(-1) ?? ''] } satisfies Parameters<
      typeof createPromotion
    >[2]
    const createdPromotion = await inTransaction(shop.db, (tx) => createPromotion(tx, context, terms))
    expect(createdPromotion.ok).toBe(true)

    const zoe = await createPerson(MAILBOX)
    expect((await pointsOf(shop.db, zoe.id)).points).toBe(WELCOME_POINTS)
    await useCode(zoe, 'ONCE')
    await shop.buy(zoe, FREE_TRIAL_SKU)
    const answers = await tryAndRollBack(async (tx) => {
      const outcomes = new Set<string>()
      for (const spelling of SPELLINGS) outcomes.add(outcome(await createAccountFor(tx, spelling)))
      return outcomes
    })
    expect([...answers]).toEqual(['EMAIL_TAKEN'])
    expect(await shop.db.select({ accounts: count() }).from(account).where(like(account.email, '%@%'))).toEqual([{ accounts: 1 }])

    await zoe.client.get(deleteMe, { confirmation: SPELLINGS[137] ?? '' })
    await shop.pass(DELETION_GRACE_MS)
    await runHousekeeping(shop.db, files, shop.nowMs())
    await shop.pass(2 * MINUTE_MS)
    await runHousekeeping(shop.db, files, shop.nowMs())
    expect(await shop.db.select().from(accountEmail).where(eq(accountEmail.accountId, zoe.id))).toEqual([])
    const [promotionRow] = await shop.db.select().from(promotion)
    if (promotionRow === undefined) throw new Error('no code')
    const grants = new Set<string>()
    for (const spelling of SPELLINGS) {
      const grant = await tryAndRollBack(async (tx) => {
        const id = await createAccountFor(tx, spelling)
        if (!id.ok) return id.error.code
        const { points } = await pointsOf(tx, id.value)
        const isTrialUsed = await hadTrial(tx, secret, id.value)
        const room = await checkUseLimits(tx, promotionRow, await readPromotionUser(tx, secret, id.value))
        return `${points} points, ${isTrialUsed ? 'no' : 'a'} free week, code ${outcome(room)}`
      })
      grants.add(grant)
    }
    expect([...grants]).toEqual(['0 points, no free week, code PROMOTION_USED'])
    expect(await shop.db.select({ welcomes: count() }).from(mailboxWelcome)).toEqual([{ welcomes: 1 }])
    expect(await shop.db.select({ uses: count() }).from(trialUse)).toEqual([{ uses: 1 }])
    const returningPerson = await createPerson(SPELLINGS[73] ?? '')
    expect(await returningPerson.client.get(getMe, {})).toMatchObject({ everSubscribed: true, points: 0 })
  })
})

function outcome(answer: Answer<unknown>): string {
  return answer.ok ? 'ok' : answer.error.code
}

it('other mailboxes have accounts and welcomes of their own, and a plus address has an account alone', async () => {
  for (const email of ['zoe.maier@münchen-bild.example', 'zoé.maier@munchen-bild.example', 'zoé.maier+b@münchen-bild.example'])
    expect((await pointsOf(shop.db, (await createPerson(email)).id)).points).toBe(email.includes('+') ? 0 : WELCOME_POINTS)
})
