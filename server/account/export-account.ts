import { canonicalEmail } from '#server/addresses/email-address.ts'
import { type Transaction, and, asc, eq, inArray, isNotNull } from '#server/database/database.ts'
import * as schema from '#server/database/schema.ts'
import { type Context, type Answer, ok } from '#server/verbs/verb.ts'
import { type FileStore, FileMissing } from '#server/media-store/file-store.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { countRecoveryCodes } from './second-factor.ts'
import { toCreation } from '#server/creations/creation-rows.ts'

interface ExportedFile {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<Uint8Array>
}

interface AccountExport {
  readonly filename: string
  /** Produces the files one after another, while the caller reads the export. */
  readonly files: AsyncIterable<ExportedFile>
}

/** All data of the caller's account at one point in time. An abort closes open files. */
export async function exportAccount({ ctx, signal }: { ctx: Context; signal: AbortSignal }): Promise<Answer<AccountExport>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.exportByAccount, [session.value.accountId])
  if (!counted.ok) return counted
  const accountData = await ctx.db.transaction((tx) => readAccountData(tx, session.value.accountId), { isolationLevel: 'repeatable read' })
  const exportedAt = new Date(ctx.nowMs())
  return ok({
    filename: `kinora-export-${exportedAt.toISOString().slice(0, 10)}.zip`,
    files: filesOf(accountData, ctx.media, exportedAt, signal),
  })
}

async function* filesOf(accountData: AccountData, store: FileStore, exportedAt: Date, signal: AbortSignal): AsyncGenerator<ExportedFile> {
  for (const [name, record] of Object.entries(accountData.records)) {
    yield { name: `${name}.json`, lastModified: exportedAt, input: `${JSON.stringify(record, null, 2)}\n` }
  }
  for (const { name, createdAtMs } of accountData.media) {
    // Files that were erased since the start of the export are left out. A file that is already open can be read to its end.
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

interface AccountData {
  /** The contents of each JSON file of the export, by file name. */
  readonly records: Readonly<Record<string, unknown>>
  readonly media: readonly { readonly name: string; readonly createdAtMs: number }[]
}

/** All data of an account except secrets: hashes and tokens are not exported. */
async function readAccountData(tx: Transaction, accountId: string): Promise<AccountData> {
  const { passwordHash, ...profile } = await accountOf(tx, accountId)
  const [changeRow] = await tx
    .select({ newEmail: schema.emailChange.newEmail })
    .from(schema.emailChange)
    .where(eq(schema.emailChange.accountId, accountId))
  const { id, device, place: addressBlock, createdAtMs, seenAtMs } = schema.session
  const sessions = await tx
    .select({ id, device, place: addressBlock, createdAtMs, seenAtMs })
    .from(schema.session)
    .where(eq(schema.session.accountId, accountId))
  const movements = await tx.select().from(schema.ledger).where(eq(schema.ledger.ownerId, accountId)).orderBy(asc(schema.ledger.seq))
  const creations = await tx
    .select({ task: schema.task, batch: schema.batch })
    .from(schema.task)
    .innerJoin(schema.batch, eq(schema.batch.id, schema.task.batchId))
    .where(eq(schema.task.ownerId, accountId))
    .orderBy(asc(schema.task.createdAtMs), asc(schema.task.batchId), asc(schema.task.take))
  const messages = await tx
    .select()
    .from(schema.contactMessage)
    .where(eq(schema.contactMessage.ownerId, accountId))
    .orderBy(asc(schema.contactMessage.createdAtMs))
  const { askedAtMs, confirmedAtMs } = schema.newsletterSubscriber
  const newsletter = await tx
    .select({ askedAtMs, confirmedAtMs })
    .from(schema.newsletterSubscriber)
    .where(inArray(schema.newsletterSubscriber.email, [canonicalEmail(profile.email), profile.email]))
  const files = await tx
    .select({ name: schema.media.name, createdAtMs: schema.media.createdAtMs })
    .from(schema.media)
    .where(and(eq(schema.media.ownerId, accountId), eq(schema.media.state, 'stored')))
    .orderBy(asc(schema.media.createdAtMs), asc(schema.media.name))
  return {
    records: {
      account: { ...profile, hasPassword: passwordHash !== null, newEmail: changeRow?.newEmail ?? null },
      sessions,
      passkeys: await readPasskeyData(tx, accountId),
      'second-factor': await readFactorData(tx, accountId),
      ledger: movements.map(({ ownerId: _, ...movement }) => movement),
      creations: creations.map((row) => Object.assign(toCreation(row), { deletedAt: row.task.deletedAtMs })),
      messages: await withReplies(tx, messages),
      newsletter,
      ...(await readBillingData(tx, accountId)),
    },
    media: files,
  }
}

/** Messages with their answers, without the operator's name, which is not data about the account. */
async function withReplies(tx: Transaction, messages: readonly (typeof schema.contactMessage.$inferSelect)[]) {
  const { messageId, body, createdAtMs } = schema.contactReply
  const ids = messages.map(({ id }) => id)
  const replies = await tx
    .select({ messageId, body, createdAtMs })
    .from(schema.contactReply)
    .where(inArray(messageId, ids))
    .orderBy(asc(createdAtMs))
  return messages.map(({ ownerId: _, ...message }) => ({
    ...message,
    replies: replies.filter((reply) => reply.messageId === message.id).map(({ messageId: __, ...reply }) => reply),
  }))
}

function readPasskeyData(tx: Transaction, accountId: string) {
  const { name, isSynced, createdAtMs, usedAtMs } = schema.passkey
  return tx
    .select({ name, isSynced, createdAtMs, usedAtMs })
    .from(schema.passkey)
    .where(eq(schema.passkey.accountId, accountId))
    .orderBy(asc(createdAtMs))
}

/** The set-up time of the authenticator app and the number of unused recovery codes; null without an app. */
async function readFactorData(tx: Transaction, accountId: string) {
  const { createdAtMs, confirmedAtMs } = schema.secondFactor
  const [factor] = await tx
    .select({ createdAtMs, confirmedAtMs })
    .from(schema.secondFactor)
    .where(eq(schema.secondFactor.accountId, accountId))
  return factor === undefined ? null : { ...factor, recoveryCodesLeft: await countRecoveryCodes(tx, accountId) }
}

async function accountOf(tx: Transaction, accountId: string): Promise<typeof schema.account.$inferSelect> {
  const [row] = await tx.select().from(schema.account).where(eq(schema.account.id, accountId))
  if (row === undefined) throw new Error('a session without an account')
  return row
}

/** The account's orders, memberships and payments, without checkout addresses and internal schedules. */
async function readBillingData(tx: Transaction, accountId: string): Promise<Readonly<Record<string, unknown>>> {
  const { id, skuId, skuType, points, amountCents, discountCents, promotionCode, currencyCode, provider, state } = schema.payOrder
  const { createdAtMs, settledAtMs, topUpId } = schema.payOrder
  const price = { amountCents, discountCents, promotionCode, currencyCode }
  const orders = await tx
    .select({ id, skuId, skuType, points, ...price, provider, state, createdAtMs, settledAtMs, topUpId })
    .from(schema.payOrder)
    .where(eq(schema.payOrder.ownerId, accountId))
    .orderBy(asc(createdAtMs), asc(id))
  const plans = await tx
    .select()
    .from(schema.subscription)
    .where(eq(schema.subscription.ownerId, accountId))
    .orderBy(asc(schema.subscription.createdAtMs), asc(schema.subscription.orderId))
  const payments = await tx
    .select()
    .from(schema.payment)
    .where(eq(schema.payment.ownerId, accountId))
    .orderBy(asc(schema.payment.paidAtMs), asc(schema.payment.id))
  const invoices = await tx
    .select()
    .from(schema.invoice)
    .where(eq(schema.invoice.ownerId, accountId))
    .orderBy(asc(schema.invoice.issuedAtMs), asc(schema.invoice.kind), asc(schema.invoice.number))
  const refunds = await tx
    .select()
    .from(schema.refundRequest)
    .where(eq(schema.refundRequest.ownerId, accountId))
    .orderBy(asc(schema.refundRequest.requestedAtMs), asc(schema.refundRequest.id))
  const isAgreed = and(eq(schema.planChange.ownerId, accountId), isNotNull(schema.planChange.agreedAtMs))
  const changes = await tx
    .select()
    .from(schema.planChange)
    .where(isAgreed)
    .orderBy(asc(schema.planChange.agreedAtMs), asc(schema.planChange.id))
  const { orderId, state: use, reservedAtMs, settledAtMs: usedAtMs } = schema.promotionRedemption
  const promotions = await tx
    .select({ orderId, code: schema.promotion.code, state: use, reservedAtMs, settledAtMs: usedAtMs })
    .from(schema.promotionRedemption)
    .innerJoin(schema.promotion, eq(schema.promotion.id, schema.promotionRedemption.promotionId))
    .where(eq(schema.promotionRedemption.ownerId, accountId))
    .orderBy(asc(reservedAtMs), asc(orderId))
  const [notice] = await tx.select().from(schema.lowPoints).where(eq(schema.lowPoints.ownerId, accountId))
  const topUps = await tx
    .select()
    .from(schema.topUp)
    .where(eq(schema.topUp.ownerId, accountId))
    .orderBy(asc(schema.topUp.agreedAtMs), asc(schema.topUp.id))
  const { name, address, taxNumber } = schema.billingDetails
  const [details] = await tx
    .select({ name, address, taxNumber })
    .from(schema.billingDetails)
    .where(eq(schema.billingDetails.ownerId, accountId))
  return {
    orders,
    subscriptions: plans.map(({ ownerId: _, syncAtMs: __, requestedStop: ___, ...plan }) => plan),
    payments: payments.map(({ ownerId: _, ...payment }) => payment),
    'plan-changes': changes.map(({ ownerId: _, expiresAtMs: __, ...change }) => change),
    refunds: refunds.map(({ ownerId: _, syncAtMs: __, ...row }) => row),
    promotions,
    'billing-details': details ?? null,
    'low-points': notice === undefined ? null : { noticePoints: notice.noticePoints, toldAtMs: notice.toldAtMs },
    'top-ups': topUps.map(({ ownerId: _, cardSession: __, cardRef: ___, ...row }) => row),
    invoices: invoices.map(({ ownerId: _, ...row }) => Object.assign(row, { document: documentNumber(row) })),
  }
}
