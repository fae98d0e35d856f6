import { type Database, type SQL, type Transaction, and, count, eq, gt, inArray, ne, or } from '#server/database/database.ts'
import { type PromotionRow, account, payment, promotion, promotionRedemption } from '#server/database/schema.ts'
import type { Services } from '#server/verbs/services.ts'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { mailboxHash, mailboxHashes } from '#server/addresses/mailbox-hash.ts'
import { promotionDiscount } from '#shared/domain/promotion-rules.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import type { CatalogueSku } from '../catalogue/skus.ts'

type Db = Database | Transaction

/**
 * The account that uses a code. `mailboxHash` is its mailbox's current hash, `mailboxHashes` all hashes that may be stored. Null for a
 * visitor.
 */
export type PromotionUser = { readonly ownerId: string; readonly mailboxHash: string; readonly mailboxHashes: readonly string[] } | null

/** A purchase, and its price before the discount of a promotion code. */
export interface PricedPurchase {
  readonly sku: CatalogueSku
  /** The amount charged now. */
  readonly priceCents: number
  readonly currencyCode: string
}

export interface AppliedPromotion {
  readonly promotion: PromotionRow
  readonly discountCents: number
}

export async function readPromotionUser(db: Db, secret: string, ownerId: string): Promise<PromotionUser> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, ownerId))
  if (row === undefined) return null
  const { email } = row
  return { ownerId, mailboxHash: mailboxHash('promotion', email, secret), mailboxHashes: mailboxHashes('promotion', email, secret) }
}

/**
 * A code's discount on a purchase, or the reason for none. An excluded account gets the same answer as for an unknown code. The caller's
 * own unpaid reservation does not use up the code. `isLocked` locks the code's row until the transaction ends; lock the owner first.
 * Rule: docs/billing.md, "Promotion codes".
 */
export async function checkPromotion(
  db: Db,
  { nowMs }: Pick<Services, 'nowMs'>,
  user: PromotionUser,
  code: string,
  purchase: PricedPurchase,
  isLocked = false,
): Promise<Answer<AppliedPromotion>> {
  const promotionQuery = db.select().from(promotion).where(eq(promotion.code, code))
  const [promotionRow] = await (isLocked ? promotionQuery.for('update') : promotionQuery)
  if (promotionRow === undefined || !isForUser(promotionRow, user)) return refuse('PROMOTION_UNKNOWN')
  const { startsAtMs, endsAtMs, disabledAtMs, skuIds, audience } = promotionRow
  if (disabledAtMs !== null || (endsAtMs !== null && nowMs() >= endsAtMs)) return refuse('PROMOTION_ENDED')
  if (startsAtMs !== null && nowMs() < startsAtMs) return refuse('PROMOTION_NOT_YET')
  const { sku, priceCents, currencyCode } = purchase
  // Codes reduce only the amount charged now, and a trial charges nothing now.
  const isForSku = sku.skuType !== TRIAL_SKU && (skuIds === null || skuIds.includes(sku.skuId))
  const discountCents = isForSku ? promotionDiscount(promotionRow, priceCents, currencyCode) : null
  if (discountCents === null) return refuse('PROMOTION_NOT_HERE')
  if (audience === 'first_purchase' && user !== null && (await hasPaid(db, user.ownerId))) return refuse('PROMOTION_NOT_FIRST')
  const limitCheck = await checkUseLimits(db, promotionRow, user)
  return limitCheck.ok ? ok({ promotion: promotionRow, discountCents }) : limitCheck
}

function isForUser({ audience, named }: PromotionRow, user: PromotionUser): boolean {
  if (audience !== 'named') return true
  return user !== null && [user.ownerId, ...user.mailboxHashes].some((key) => named.includes(key))
}

async function hasPaid(db: Db, ownerId: string): Promise<boolean> {
  const isPaid = and(eq(payment.ownerId, ownerId), gt(payment.amountCents, 0))
  return (await db.select({ id: payment.id }).from(payment).where(isPaid).limit(1)).length > 0
}

/** Whether a code may be used once more, in total and by this user. The reservation of the order `ownOrderId` does not count. */
export async function checkUseLimits(
  db: Db,
  { id, mostRedemptions, mostPerPerson }: PromotionRow,
  user: PromotionUser,
  ownOrderId?: string,
): Promise<Answer<null>> {
  const { ownerId, state, orderId, promotionId } = promotionRedemption
  const isOtherReservation = and(
    eq(state, 'reserved'),
    ownOrderId === undefined ? ne(ownerId, user?.ownerId ?? '') : ne(orderId, ownOrderId),
  )
  const countUses = async (userCondition?: SQL) => {
    const isCounted = and(eq(promotionId, id), or(eq(state, 'redeemed'), isOtherReservation), userCondition)
    const [row] = await db.select({ uses: count() }).from(promotionRedemption).where(isCounted)
    return row?.uses ?? 0
  }
  const isSamePerson =
    user === null ? undefined : or(eq(ownerId, user.ownerId), inArray(promotionRedemption.mailboxHash, user.mailboxHashes))
  if (isSamePerson !== undefined && (await countUses(isSamePerson)) >= mostPerPerson) return refuse('PROMOTION_USED')
  return mostRedemptions !== null && (await countUses()) >= mostRedemptions ? refuse('PROMOTION_USED_UP') : ok(null)
}
