import { type Transaction, and, asc, eq, inArray, isNotNull } from '#server/platform/database/database.ts'
import { type Context, type Answer, ok } from '#server/context.ts'
import { type FileStore, FileMissing } from '#server/platform/media/file-store.ts'
import { LIMITS, countTry } from '#server/platform/context/rate-limit.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { account, emailChange, passkey, secondFactor, session, billingDetails } from '#server/platform/database/account-schema.ts'
import { contactReply } from '#server/platform/database/operator-schema.ts'
import { newsletterSubscriber } from '#server/platform/database/newsletter-schema.ts'
import { batch, contactMessage, ledger, media, task } from '#server/platform/database/schema.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { countRecoveryCodes } from './second-factor.ts'
import { toCreation } from '#server/creations/creation-rows.ts'
import { invoice, payOrder, payment, planChange, refundRequest, subscription } from '#server/platform/database/payment-schema.ts'
import { promotion, promotionRedemption } from '#server/platform/database/promotion-schema.ts'
import { lowPoints, topUp } from '#server/platform/database/top-up-schema.ts'

interface ExportedFile {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<Uint8Array>
}

interface AccountExport {
  readonly filename: string
  /** Produced one after the other while the export is read. */
  readonly files: AsyncIterable<ExportedFile>
}

/** All data of the caller's account as of one moment. An abort closes open files. */
export async function exportAccount({ ctx, signal }: { ctx: Context; signal: AbortSignal }): Promise<Answer<AccountExport>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.exportByAccount, [session.value.accountId])
  if (!counted.ok) return counted
  const held = await ctx.db.transaction((tx) => readHeld(tx, session.value.accountId), { isolationLevel: 'repeatable read' })
  const now = new Date(ctx.nowMs())
  return ok({ filename: `kinora-export-${now.toISOString().slice(0, 10)}.zip`, files: filesOf(held, ctx.media, now, signal) })
}

async function* filesOf(held: HeldAbout, store: FileStore, now: Date, signal: AbortSignal): AsyncGenerator<ExportedFile> {
  for (const [name, record] of Object.entries(held.records)) {
    yield { name: `${name}.json`, lastModified: now, input: `${JSON.stringify(record, null, 2)}\n` }
  }
  for (const { name, createdAtMs } of held.media) {
    // Files erased since then are left out; an open file can be read to its end.
    const bytes = await store
      .file(name)
      .read()
      .catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error
      })
    if (bytes === undefined) continue
    yield { name: `media/${name}`, lastModified: new Date(createdAtMs), input: bytes.pipeThrough(new TransformStream(), { signal }) }
  }
}

interface HeldAbout {
  /** The contents of each JSON file of the export, by its name. */
  readonly records: Readonly<Record<string, unknown>>
  readonly media: readonly { readonly name: string; readonly createdAtMs: number }[]
}

/** All data of an account except secrets: hashes and tokens are not exported. */
async function readHeld(tx: Transaction, accountId: string): Promise<HeldAbout> {
  const { passwordHash, ...held } = await accountOf(tx, accountId)
  const [wanted] = await tx.select({ newEmail: emailChange.newEmail }).from(emailChange).where(eq(emailChange.accountId, accountId))
  const { id, device, place, createdAtMs, seenAtMs } = session
  const sessions = await tx.select({ id, device, place, createdAtMs, seenAtMs }).from(session).where(eq(session.accountId, accountId))
  const movements = await tx.select().from(ledger).where(eq(ledger.ownerId, accountId)).orderBy(asc(ledger.seq))
  const creations = await tx
    .select({ task, batch })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(eq(task.ownerId, accountId))
    .orderBy(asc(task.createdAtMs), asc(task.batchId), asc(task.take))
  const messages = await tx
    .select()
    .from(contactMessage)
    .where(eq(contactMessage.ownerId, accountId))
    .orderBy(asc(contactMessage.createdAtMs))
  const { askedAtMs, confirmedAtMs } = newsletterSubscriber
  const newsletter = await tx
    .select({ askedAtMs, confirmedAtMs })
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.email, held.email))
  const files = await tx
    .select({ name: media.name, createdAtMs: media.createdAtMs })
    .from(media)
    .where(and(eq(media.ownerId, accountId), eq(media.state, 'stored')))
    .orderBy(asc(media.createdAtMs), asc(media.name))
  return {
    records: {
      account: { ...held, hasPassword: passwordHash !== null, newEmail: wanted?.newEmail ?? null },
      sessions,
      passkeys: await readHeldPasskeys(tx, accountId),
      'second-factor': await readHeldFactor(tx, accountId),
      ledger: movements.map(({ ownerId: _, ...movement }) => movement),
      creations: creations.map((row) => Object.assign(toCreation(row), { deletedAt: row.task.deletedAtMs })),
      messages: await withReplies(tx, messages),
      newsletter,
      ...(await readHeldMoney(tx, accountId)),
    },
    media: files,
  }
}

/** Messages with the answers to them; who answered is not part of what is held about the account. */
async function withReplies(tx: Transaction, messages: readonly (typeof contactMessage.$inferSelect)[]) {
  const { messageId, body, createdAtMs } = contactReply
  const ids = messages.map(({ id }) => id)
  const replies = await tx
    .select({ messageId, body, createdAtMs })
    .from(contactReply)
    .where(inArray(messageId, ids))
    .orderBy(asc(createdAtMs))
  return messages.map(({ ownerId: _, ...message }) => ({
    ...message,
    replies: replies.filter((reply) => reply.messageId === message.id).map(({ messageId: __, ...reply }) => reply),
  }))
}

function readHeldPasskeys(tx: Transaction, accountId: string) {
  const { name, isSynced, createdAtMs, usedAtMs } = passkey
  return tx
    .select({ name, isSynced, createdAtMs, usedAtMs })
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .orderBy(asc(createdAtMs))
}

/** When the authenticator app was set up, and how many recovery codes are left; null without one. */
async function readHeldFactor(tx: Transaction, accountId: string) {
  const { createdAtMs, confirmedAtMs } = secondFactor
  const [held] = await tx.select({ createdAtMs, confirmedAtMs }).from(secondFactor).where(eq(secondFactor.accountId, accountId))
  return held === undefined ? null : { ...held, recoveryCodesLeft: await countRecoveryCodes(tx, accountId) }
}

async function accountOf(tx: Transaction, accountId: string): Promise<typeof account.$inferSelect> {
  const [row] = await tx.select().from(account).where(eq(account.id, accountId))
  if (row === undefined) throw new Error('a session without an account')
  return row
}

/** What an account ordered, has or had, and paid. Neither the addresses of checkouts nor our own schedule tell it anything. */
async function readHeldMoney(tx: Transaction, accountId: string): Promise<Readonly<Record<string, unknown>>> {
  const { id, skuId, skuType, points, amountCents, discountCents, promotionCode, currencyCode, provider, state } = payOrder
  const { createdAtMs, settledAtMs, topUpId } = payOrder
  const price = { amountCents, discountCents, promotionCode, currencyCode }
  const orders = await tx
    .select({ id, skuId, skuType, points, ...price, provider, state, createdAtMs, settledAtMs, topUpId })
    .from(payOrder)
    .where(eq(payOrder.ownerId, accountId))
    .orderBy(asc(createdAtMs), asc(id))
  const plans = await tx
    .select()
    .from(subscription)
    .where(eq(subscription.ownerId, accountId))
    .orderBy(asc(subscription.createdAtMs), asc(subscription.orderId))
  const payments = await tx.select().from(payment).where(eq(payment.ownerId, accountId)).orderBy(asc(payment.paidAtMs), asc(payment.id))
  const invoices = await tx
    .select()
    .from(invoice)
    .where(eq(invoice.ownerId, accountId))
    .orderBy(asc(invoice.issuedAtMs), asc(invoice.kind), asc(invoice.number))
  const refunds = await tx
    .select()
    .from(refundRequest)
    .where(eq(refundRequest.ownerId, accountId))
    .orderBy(asc(refundRequest.requestedAtMs), asc(refundRequest.id))
  const isAgreed = and(eq(planChange.ownerId, accountId), isNotNull(planChange.agreedAtMs))
  const changes = await tx.select().from(planChange).where(isAgreed).orderBy(asc(planChange.agreedAtMs), asc(planChange.id))
  const { orderId, state: use, reservedAtMs, settledAtMs: usedAtMs } = promotionRedemption
  const promotions = await tx
    .select({ orderId, code: promotion.code, state: use, reservedAtMs, settledAtMs: usedAtMs })
    .from(promotionRedemption)
    .innerJoin(promotion, eq(promotion.id, promotionRedemption.promotionId))
    .where(eq(promotionRedemption.ownerId, accountId))
    .orderBy(asc(reservedAtMs), asc(orderId))
  const [notice] = await tx.select().from(lowPoints).where(eq(lowPoints.ownerId, accountId))
  const topUps = await tx.select().from(topUp).where(eq(topUp.ownerId, accountId)).orderBy(asc(topUp.agreedAtMs), asc(topUp.id))
  const { name, address, taxNumber } = billingDetails
  const [details] = await tx.select({ name, address, taxNumber }).from(billingDetails).where(eq(billingDetails.ownerId, accountId))
  return {
    orders,
    subscriptions: plans.map(({ ownerId: _, syncAtMs: __, requestedStop: ___, ...plan }) => plan),
    payments: payments.map(({ ownerId: _, ...paid }) => paid),
    'plan-changes': changes.map(({ ownerId: _, expiresAtMs: __, ...change }) => change),
    refunds: refunds.map(({ ownerId: _, syncAtMs: __, ...row }) => row),
    promotions,
    'billing-details': details ?? null,
    'low-points': notice === undefined ? null : { noticePoints: notice.noticePoints, toldAtMs: notice.toldAtMs },
    'top-ups': topUps.map(({ ownerId: _, cardSession: __, cardRef: ___, ...row }) => row),
    invoices: invoices.map(({ ownerId: _, ...row }) => Object.assign(row, { document: documentNumber(row) })),
  }
}
