import type { Database } from '#server/platform/database/database.ts'
import { lt } from 'drizzle-orm'
import { emailCode, emailProof, knownCaller, mail, rateLimit, session } from '#server/platform/database/account-schema.ts'
import { DAY_MS } from './log-in-visitor.ts'
import { KNOWN_CALLER_KEPT_MS, PROOF_KEPT_MS, SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'

/** How long an unsent or unread message is stored, in ms. */
export const MAIL_KEPT_MS = DAY_MS

/** Removes expired login data: ended sessions, old callers, used codes and proofs, full counters, old messages. */
export async function clearLoginRows(db: Database, nowMs: number): Promise<void> {
  await db.delete(session).where(lt(session.seenAtMs, nowMs - SESSION_KEPT_MS))
  await db.delete(knownCaller).where(lt(knownCaller.seenAtMs, nowMs - KNOWN_CALLER_KEPT_MS))
  await db.delete(emailCode).where(lt(emailCode.sentAtMs, nowMs - DAY_MS))
  await db.delete(emailProof).where(lt(emailProof.createdAtMs, nowMs - PROOF_KEPT_MS))
  await db.delete(rateLimit).where(lt(rateLimit.endsAtMs, nowMs))
  await db.delete(mail).where(lt(mail.createdAtMs, nowMs - MAIL_KEPT_MS))
}
