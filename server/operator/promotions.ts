import { type Transaction, and, count, desc, eq, inArray, inTransaction, isNull, lt, or } from '#server/database/database.ts'
import { type PromotionRow, payOrder, promotion, promotionRedemption } from '#server/database/schema.ts'
import { createPromotion } from '#server/billing/create-promotion.ts'
import { ok, refuse } from '#server/verbs/verb.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import type * as calls from '#shared/api/operator-promotions.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'

export const listPromotions: OperatorVerb<typeof calls.getPromotions> = async ({ ctx, input: { start } }) => {
  const { id, createdAtMs } = promotion
  const [lastPromotion] = start === undefined ? [] : await ctx.db.select().from(promotion).where(eq(id, start))
  if (start !== undefined && lastPromotion === undefined) return refuse('H3000', ['start'])
  const isAfterLast =
    lastPromotion === undefined
      ? undefined
      : or(lt(createdAtMs, lastPromotion.createdAtMs), and(eq(createdAtMs, lastPromotion.createdAtMs), lt(id, lastPromotion.id)))
  const rows = await ctx.db
    .select()
    .from(promotion)
    .where(isAfterLast)
    .orderBy(desc(createdAtMs), desc(id))
    .limit(OPERATOR_PAGE_ROWS + 1)
  const pageRows = rows.slice(0, OPERATOR_PAGE_ROWS)
  const { promotionId, state } = promotionRedemption
  const useCounts = await ctx.db
    .select({ promotionId, state, uses: count() })
    .from(promotionRedemption)
    .where(
      inArray(
        promotionId,
        pageRows.map((row) => row.id),
      ),
    )
    .groupBy(promotionId, state)
  const countUses = (row: PromotionRow, redemptionState: string) =>
    useCounts.find((useCount) => useCount.promotionId === row.id && useCount.state === redemptionState)?.uses ?? 0
  const data = pageRows.map((row) => toPromotion(row, countUses(row, 'reserved'), countUses(row, 'redeemed')))
  return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
}

function toPromotion(row: PromotionRow, reserved: number, redeemed: number): calls.OperatorPromotion {
  const { id, code, percentOff, amountsOff, skuIds, mostRedemptions, mostPerPerson, audience, named } = row
  const timeFields = { startsAt: row.startsAtMs, endsAt: row.endsAtMs, createdAt: row.createdAtMs, disabledAt: row.disabledAtMs }
  const userLimits = { mostRedemptions, mostPerPerson, audience, named: named.length }
  return {
    id,
    code,
    percentOff,
    amountsOff,
    skuIds: skuIds === null ? null : [...skuIds],
    ...userLimits,
    ...timeFields,
    reserved,
    redeemed,
  }
}

/** Lists the redemptions of a code. They are personal data, so each read is logged. */
export const listRedemptions: OperatorVerb<typeof calls.getRedemptions> = async ({ ctx, input: { id, start = '0' }, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const rows = await readRedemptions(tx, id, Number(start))
    await recordAct(tx, ctx, operator, { act: 'view_promotions', subject: 'promotion', subjectId: id })
    return ok({ data: rows.slice(0, OPERATOR_PAGE_ROWS), hasNext: rows.length > OPERATOR_PAGE_ROWS })
  })
}

async function readRedemptions(tx: Transaction, id: string, offset: number): Promise<calls.Redemption[]> {
  const { orderId, ownerId, state, reservedAtMs: reservedAt, settledAtMs: settledAt } = promotionRedemption
  const { skuId, discountCents, amountCents: totalCents, currencyCode } = payOrder
  return tx
    .select({ orderId, ownerId, skuId, state, discountCents, totalCents, currencyCode, reservedAt, settledAt })
    .from(promotionRedemption)
    .innerJoin(payOrder, eq(payOrder.id, orderId))
    .where(eq(promotionRedemption.promotionId, id))
    .orderBy(desc(reservedAt), desc(orderId))
    .limit(OPERATOR_PAGE_ROWS + 1)
    .offset(offset)
}

export const makePromotion: OperatorVerb<typeof calls.createPromotion> = async ({
  ctx,
  input: { reason, ...promotionInput },
  operator,
}) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    const createdPromotion = await createPromotion(tx, ctx, promotionInput)
    if (!createdPromotion.ok) return createdPromotion
    const { id, code } = createdPromotion.value
    await recordAct(tx, ctx, operator, { act: 'create_promotion', subject: 'promotion', subjectId: id, detail: { code, reason } })
    return ok({ id })
  })
}

export const endPromotion: OperatorVerb<typeof calls.disablePromotion> = async ({ ctx, input: { id, reason }, operator }) => {
  return inTransaction(ctx.db, async (tx) => {
    const [endedPromotion] = await tx
      .update(promotion)
      .set({ disabledAtMs: ctx.nowMs() })
      .where(and(eq(promotion.id, id), isNull(promotion.disabledAtMs)))
      .returning({ code: promotion.code })
    if (endedPromotion === undefined) {
      const existingPromotions = await tx.select({ id: promotion.id }).from(promotion).where(eq(promotion.id, id))
      return refuse(existingPromotions.length > 0 ? 'H4021' : 'H4001')
    }
    const detail = { code: endedPromotion.code, reason }
    await recordAct(tx, ctx, operator, { act: 'disable_promotion', subject: 'promotion', subjectId: id, detail })
    return ok({})
  })
}
