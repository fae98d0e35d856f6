import { withAsciiDomain } from '#server/addresses/email-address.ts'
import { type Transaction, and, desc, eq, inTransaction, isNotNull, isNull } from '#server/database/database.ts'
import { type TopUpRow, account, payOrder, lowPoints, topUp } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { lockOwner, requireAccount } from '#server/verbs/require-owner.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type * as calls from '#shared/api/top-up.ts'
import { chooseCurrency } from '#shared/domain/choose-currency.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { LOW_POINTS, MAX_TOP_UP_CEILING_CENTS, TOP_UP_CARD_WITHIN_MS, utcMonthOf, wrongTopUpTerms } from '#shared/domain/top-up-rules.ts'
import { SKUS, chargedNow, currenciesOf, findSku, skuIn } from '../catalogue/skus.ts'
import { billingCountryOf } from '../invoices/billing-details.ts'
import { isLeaving, readMembership } from '../membership.ts'
import { isOwnPage } from '../providers/payment-url.ts'
import { sumChargedThisMonth, endTopUp, readOpenTopUpOrder, readRunningTopUp } from './top-up-rows.ts'

const RETURN_PATH = new RegExp(`^(?:/en)?${SCREENS.settings.path}$`)

export async function readTopUp({ ctx, input }: CallRequest<typeof calls.getTopUp>): Promise<CallAnswer<typeof calls.getTopUp>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const nowMs = ctx.nowMs()
  await settleSavedCard(ctx, accountId)
  const membership = await readMembership(ctx.db, accountId, nowMs)
  const [notice] = await ctx.db.select().from(lowPoints).where(eq(lowPoints.ownerId, accountId))
  const agreement = await readRunningTopUp(ctx.db, accountId)
  const [lastTopUp] = await ctx.db
    .select()
    .from(topUp)
    .where(and(eq(topUp.ownerId, accountId), isNotNull(topUp.endedAtMs)))
    .orderBy(desc(topUp.endedAtMs))
    .limit(1)
  const currencyCode = agreement?.currencyCode ?? (await usualCurrency(ctx, accountId, input))
  const packs = SKUS.filter(({ skuType }) => skuType === CONSUMABLE_SKU)
    .flatMap(({ skuId }) => skuIn(ctx.config.prices, skuId, currencyCode) ?? [])
    // In currencies with large amounts, some packs cost more than the highest ceiling, so users cannot choose them.
    .filter(({ cents }) => cents <= MAX_TOP_UP_CEILING_CENTS)
  return ok({
    noticePoints: notice === undefined ? LOW_POINTS : notice.noticePoints,
    isOffered: ctx.payment.savedCards !== null && (packs.length > 0 || agreement !== undefined),
    packs: packs.map((sku) => ({ skuId: sku.skuId, points: sku.points, cents: sku.cents, nowCents: chargedNow(sku, membership) })),
    currencyCode,
    agreed: agreement === undefined ? null : await toAgreement(ctx, agreement),
    lastEnd:
      agreement === undefined && lastTopUp?.endReason && lastTopUp.endedAtMs !== null
        ? { reason: lastTopUp.endReason, at: lastTopUp.endedAtMs }
        : null,
  })
}

/**
 * The requested currency, else the currency of the last order, else the shop's currency for the billing country or the request's country.
 */
async function usualCurrency({ db, config }: Context, ownerId: string, input: CallInput<typeof calls.getTopUp>): Promise<string> {
  const [lastOrder] = await db
    .select({ currencyCode: payOrder.currencyCode })
    .from(payOrder)
    .where(eq(payOrder.ownerId, ownerId))
    .orderBy(desc(payOrder.createdAtMs))
    .limit(1)
  const chosenCurrency = input.currencyCode ?? lastOrder?.currencyCode
  const billingCountry = await billingCountryOf(db, ownerId)
  return chooseCurrency([...currenciesOf(config.prices)], { chosen: chosenCurrency, billingCountry, region: input.clientCountryCode })
}

async function toAgreement({ db, nowMs }: Context, row: TopUpRow): Promise<NonNullable<CallData<typeof calls.getTopUp>['agreed']>> {
  const { ownerId, skuId, belowPoints, ceilingCents, priceCents, currencyCode, agreedAtMs: agreedAt, cardLabel } = row
  const openOrder = await readOpenTopUpOrder(db, ownerId)
  return {
    skuId,
    points: findSku(skuId)?.points ?? 0,
    belowPoints,
    ceilingCents,
    priceCents,
    currencyCode,
    agreedAt,
    card: row.cardRef === null ? null : (cardLabel ?? ''),
    chargedCents: await sumChargedThisMonth(db, ownerId, currencyCode, nowMs()),
    chargingCents: openOrder?.amountCents ?? 0,
    monthEndsAt: utcMonthOf(nowMs()).endsAtMs,
    confirmUrl: openOrder?.checkoutUrl ?? null,
  }
}

/** Starts the caller's agreement once the provider has saved its card. Ends it if no card is saved in time. */
async function settleSavedCard(ctx: Context, ownerId: string): Promise<void> {
  const { db, payment, nowMs } = ctx
  const row = await readRunningTopUp(db, ownerId)
  if (row === undefined || row.cardRef !== null) return
  const cardResult = row.cardSession === null || row.provider !== payment.id ? undefined : await payment.savedCards?.read(row.cardSession)
  if (cardResult?.ok === false && cardResult.error === 'away') return
  const isThisAgreement = and(eq(topUp.id, row.id), isNull(topUp.cardRef), isNull(topUp.endedAtMs))
  if (cardResult?.ok === true && cardResult.value !== null) {
    const { ref, label } = cardResult.value
    await db.update(topUp).set({ cardRef: ref, cardLabel: label, startedAtMs: nowMs() }).where(isThisAgreement)
  } else if (nowMs() - row.agreedAtMs >= TOP_UP_CARD_WITHIN_MS) {
    await db.update(topUp).set({ endedAtMs: nowMs(), endReason: 'no_card' }).where(isThisAgreement)
  }
}

export async function saveLowPoints({
  ctx,
  input: { points },
}: CallRequest<typeof calls.saveLowPoints>): Promise<CallAnswer<typeof calls.saveLowPoints>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId: ownerId } = session.value
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const fields = { noticePoints: points, isFallen: false }
    await tx
      .insert(lowPoints)
      .values({ ownerId, ...fields })
      .onConflictDoUpdate({ target: lowPoints.ownerId, set: fields })
    return ok({})
  })
}

/**
 * Stores the user's agreement to top-ups, with its time. It uses the card of a running agreement. Without a running agreement, the provider
 * asks for a card, and the new agreement starts when the card is saved.
 */
export async function agreeTopUp({ ctx, input }: CallRequest<typeof calls.agreeTopUp>): Promise<CallAnswer<typeof calls.agreeTopUp>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  if (!isOwnPage(ctx, input.returnUrl, RETURN_PATH)) return refuse('H3000', ['returnUrl'])
  const { accountId } = session.value
  const storedAgreement = await onceForKey(ctx, accountId, (tx) => storeAgreement(tx, ctx, accountId, input))
  if (!storedAgreement.ok) return storedAgreement
  const [row] = await ctx.db.select().from(topUp).where(eq(topUp.id, storedAgreement.value.id))
  if (row === undefined || row.endedAtMs !== null) return refuse('H4021')
  if (row.cardRef !== null) return ok({ url: null })
  const [payer] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  const { id, provider } = row
  const request = { id, payer: { id: accountId, email: withAsciiDomain(payer?.email ?? '') }, returnUrl: input.returnUrl }
  const cardPage = provider === ctx.payment.id ? await ctx.payment.savedCards?.openPage(request) : undefined
  if (cardPage?.ok !== true) {
    ctx.log.warn({ topUpId: id, reason: cardPage?.error }, 'Top-up card page could not be opened')
    return refuse(cardPage?.error === 'away' ? 'H4013' : 'H4021')
  }
  await ctx.db.update(topUp).set({ cardSession: cardPage.value.sessionId }).where(eq(topUp.id, id))
  return ok({ url: cardPage.value.url })
}

async function storeAgreement(
  tx: Transaction,
  ctx: Context,
  ownerId: string,
  input: CallInput<typeof calls.agreeTopUp>,
): Promise<Answer<{ readonly id: string }>> {
  const { skuId, belowPoints, ceilingCents, priceCents, currencyCode } = input
  const sku = skuIn(ctx.config.prices, skuId, currencyCode)
  if (sku === undefined || sku.skuType !== CONSUMABLE_SKU) return refuse('H4031', ['skuId'])
  const wrongTerms = wrongTopUpTerms({ belowPoints, ceilingCents }, sku)
  if (wrongTerms.length > 0) return refuse('H3000', wrongTerms)
  if (ctx.payment.savedCards === null || priceCents !== sku.cents) return refuse('H4021')
  if (await isLeaving(tx, ownerId)) return refuse('H4021')
  const previousTopUp = await readRunningTopUp(tx, ownerId)
  const nowMs = ctx.nowMs()
  await endTopUp(tx, ownerId, 'replaced', nowMs)
  const isSameCard = previousTopUp !== undefined && previousTopUp.cardRef !== null && previousTopUp.provider === ctx.payment.id
  const { cardRef, cardLabel } = isSameCard ? previousTopUp : { cardRef: null, cardLabel: null }
  const id = makeId()
  const terms = { skuId, belowPoints, ceilingCents, priceCents, currencyCode }
  const startedAtMs = isSameCard ? nowMs : null
  await tx.insert(topUp).values({ id, ownerId, ...terms, provider: ctx.payment.id, agreedAtMs: nowMs, cardRef, cardLabel, startedAtMs })
  return ok({ id })
}

export async function stopTopUp({ ctx }: { ctx: Context }): Promise<CallAnswer<typeof calls.stopTopUp>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockOwner(tx, accountId))) return refuse('H3009')
    await endTopUp(tx, accountId, 'person', ctx.nowMs())
    return ok({})
  })
}
