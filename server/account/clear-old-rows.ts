import type { AnyPgColumn, Database } from '#server/database/database.ts'
import { and, eq, exists, inArray, isNotNull, isNull, lt, not } from '#server/database/database.ts'
import * as schema from '#server/database/schema.ts'
import * as rules from '#shared/domain/account-rules.ts'
import { isInWindow, ownerWindows } from '#server/billing/owner-windows.ts'
import { DAY_MS } from './log-in-visitor.ts'

const OWNERS_AT_ONCE = 200

/** Columns that refer to an owner. A visitor with a row in one of these tables is not removed. */
export const OWNER_COLUMNS: readonly AnyPgColumn[] = [
  schema.account.id,
  schema.ledger.ownerId,
  schema.media.ownerId,
  schema.batch.ownerId,
  schema.task.ownerId,
  schema.idempotency.ownerId,
  schema.contactMessage.ownerId,
  schema.payOrder.ownerId,
  schema.subscription.ownerId,
  schema.payment.ownerId,
  schema.planChange.ownerId,
  schema.refundRequest.ownerId,
  schema.promotionRedemption.ownerId,
  schema.invoice.ownerId,
  schema.billingDetails.ownerId,
  schema.lowPoints.ownerId,
  schema.topUp.ownerId,
  schema.pushSubscription.ownerId,
]

/**
 * Removes old visitors without any data and without movements of points, because clients can create any number of visitors. If a removed
 * visitor returns, its token is registered again. Visitors whose data moved to an account stay. Rule: docs/account.md, "Identity".
 */
export async function clearIdleVisitors(db: Database, nowMs: number, stopSignal?: AbortSignal): Promise<void> {
  const isOld = and(
    isNotNull(schema.owner.tokenSha256),
    isNull(schema.owner.retiredAtMs),
    lt(schema.owner.createdAtMs, nowMs - rules.IDLE_VISITOR_RETENTION_MS),
  )
  const isWithoutData = OWNER_COLUMNS.map((ownerColumn) =>
    not(exists(db.select({ whose: ownerColumn }).from(ownerColumn.table).where(eq(ownerColumn, schema.owner.id)))),
  )
  for await (const window of ownerWindows(db, OWNERS_AT_ONCE, stopSignal)) {
    // Rows that a running transaction has locked are in use, so this skips them.
    const idleOwners = db
      .select({ id: schema.owner.id })
      .from(schema.owner)
      .where(and(isInWindow(schema.owner.id, window), isOld, ...isWithoutData))
      .for('update', { skipLocked: true })
    await db.delete(schema.owner).where(inArray(schema.owner.id, idleOwners))
  }
}

/** How long a mail is stored after its creation, in ms, unless it is sent before. Without a mail server, no mail is sent. */
export const MAIL_RETENTION_MS = DAY_MS

/**
 * Removes expired login data: sessions, known callers, codes, proofs, address changes, unfinished logins and set-ups, rate limits, and
 * mails that were not sent.
 */
export async function clearLoginRows(db: Database, nowMs: number): Promise<void> {
  await db.delete(schema.session).where(lt(schema.session.seenAtMs, nowMs - rules.SESSION_LIFETIME_MS))
  await db.delete(schema.knownCaller).where(lt(schema.knownCaller.seenAtMs, nowMs - rules.KNOWN_CALLER_RETENTION_MS))
  await db.delete(schema.emailCode).where(lt(schema.emailCode.sentAtMs, nowMs - DAY_MS))
  await db.delete(schema.emailProof).where(lt(schema.emailProof.createdAtMs, nowMs - rules.PROOF_LIFETIME_MS))
  await db.delete(schema.emailChange).where(lt(schema.emailChange.createdAtMs, nowMs - DAY_MS))
  await db.delete(schema.loginChallenge).where(lt(schema.loginChallenge.createdAtMs, nowMs - rules.LOGIN_CHALLENGE_LIFETIME_MS))
  await db
    .delete(schema.secondFactor)
    .where(
      and(isNull(schema.secondFactor.confirmedAtMs), lt(schema.secondFactor.createdAtMs, nowMs - rules.SECOND_FACTOR_SETUP_LIFETIME_MS)),
    )
  await db.delete(schema.rateLimit).where(lt(schema.rateLimit.endsAtMs, nowMs))
  await db.delete(schema.mail).where(lt(schema.mail.createdAtMs, nowMs - MAIL_RETENTION_MS))
}
