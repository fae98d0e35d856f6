import type { AnyPgColumn, Database } from '#server/platform/database/database.ts'
import { and, eq, exists, inArray, isNotNull, isNull, lt, not } from '#server/platform/database/database.ts'
import * as rows from '#server/platform/database/account-schema.ts'
import { billingDetails } from '#server/platform/database/account-schema.ts'
import { invoice, payment, payOrder, planChange, refundRequest, subscription } from '#server/platform/database/payment-schema.ts'
import { promotionRedemption } from '#server/platform/database/promotion-schema.ts'
import { lowPoints, topUp } from '#server/platform/database/top-up-schema.ts'
import { pushSubscription } from '#server/platform/database/push-schema.ts'
import { batch, contactMessage, idempotency, ledger, media, owner, task } from '#server/platform/database/schema.ts'
import * as rules from '#shared/domain/account-rules.ts'
import { isIn, ownerWindows } from '#server/billing/ledger/ledger.ts'
import { DAY_MS } from './log-in-visitor.ts'

const OWNERS_AT_ONCE = 200

/** Tables whose rows mark a visitor as worth keeping; a visitor with a row in none of them can be removed. */
export const BELONGINGS: readonly AnyPgColumn[] = [
  rows.account.id,
  ledger.ownerId,
  media.ownerId,
  batch.ownerId,
  task.ownerId,
  idempotency.ownerId,
  contactMessage.ownerId,
  payOrder.ownerId,
  subscription.ownerId,
  payment.ownerId,
  planChange.ownerId,
  refundRequest.ownerId,
  promotionRedemption.ownerId,
  invoice.ownerId,
  billingDetails.ownerId,
  lowPoints.ownerId,
  topUp.ownerId,
  pushSubscription.ownerId,
]

/**
 * Removes old visitors without any data, not even a points movement, because clients can create any number of them. A token that returns is
 * registered again; one that became an account stays known. Rule: docs/account.md, "Identity".
 */
export async function clearIdleVisitors(db: Database, nowMs: number, stopping?: AbortSignal): Promise<void> {
  const isOld = and(isNotNull(owner.tokenSha256), isNull(owner.retiredAtMs), lt(owner.createdAtMs, nowMs - rules.IDLE_VISITOR_KEPT_MS))
  const hasNothing = BELONGINGS.map((whose) => not(exists(db.select({ whose }).from(whose.table).where(eq(whose, owner.id)))))
  for await (const window of ownerWindows(db, OWNERS_AT_ONCE, stopping)) {
    // A row locked by a running transaction is in use and is skipped.
    const idle = db
      .select({ id: owner.id })
      .from(owner)
      .where(and(isIn(owner.id, window), isOld, ...hasNothing))
      .for('update', { skipLocked: true })
    await db.delete(owner).where(inArray(owner.id, idle))
  }
}

/** How long an unsent or unread message is stored, in ms. */
export const MAIL_KEPT_MS = DAY_MS

/** Removes expired login data: ended sessions, old callers, used codes and proofs, full counters, old messages. */
export async function clearLoginRows(db: Database, nowMs: number): Promise<void> {
  await db.delete(rows.session).where(lt(rows.session.seenAtMs, nowMs - rules.SESSION_KEPT_MS))
  await db.delete(rows.knownCaller).where(lt(rows.knownCaller.seenAtMs, nowMs - rules.KNOWN_CALLER_KEPT_MS))
  await db.delete(rows.emailCode).where(lt(rows.emailCode.sentAtMs, nowMs - DAY_MS))
  await db.delete(rows.emailProof).where(lt(rows.emailProof.createdAtMs, nowMs - rules.PROOF_KEPT_MS))
  await db.delete(rows.emailChange).where(lt(rows.emailChange.createdAtMs, nowMs - DAY_MS))
  await db.delete(rows.loginChallenge).where(lt(rows.loginChallenge.createdAtMs, nowMs - rules.LOGIN_CHALLENGE_KEPT_MS))
  await db
    .delete(rows.secondFactor)
    .where(and(isNull(rows.secondFactor.confirmedAtMs), lt(rows.secondFactor.createdAtMs, nowMs - rules.SECOND_FACTOR_SETUP_KEPT_MS)))
  await db.delete(rows.rateLimit).where(lt(rows.rateLimit.endsAtMs, nowMs))
  await db.delete(rows.mail).where(lt(rows.mail.createdAtMs, nowMs - MAIL_KEPT_MS))
}
